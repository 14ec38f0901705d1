import { type ControlPosition, type IControl, type Map, NavigationControl, ScaleControl } from 'maplibre-gl';
import { type Configuration } from '../configuration.js';
import { usesMiles } from '../parts/formats.js';
import { type Texts } from '../texts/texts.js';
import { isWithin, nearTo } from '../view/rectangle.js';
import { narrow } from '../view/use-media.js';
import { type Point } from '../view/view.js';
import { Attribution, escaped, SCALE } from './attribution.js';
import { type baseSources, sources } from './mark-style.js';

/** Zoom levels of the page are those of tiles of 256 pixels, MapLibre's of 512. */
export const LEVEL = 1;

/** From this zoom level of the page on, a map of streets shows the main ones. */
const STREETS = 12;

/** The buttons and texts over the map: zoom, scale, sources, and whether there are streets. */
export class MapControls {
  readonly attribution = new Attribution();
  private readonly note = document.createElement('p');
  private readonly scale = new ScaleControl({ maxWidth: SCALE });
  private readonly noted: IControl = {
    onAdd: () => this.note,
    onRemove: () => {
      this.note.remove();
    },
  };
  private zoom: NavigationControl | undefined;
  private texts: Texts | undefined;

  /** @param isFailing whether not one tile of a source can be loaded */
  constructor(
    private readonly map: Map,
    private readonly configuration: Configuration,
    private readonly isFailing: (source: (typeof baseSources)[number]) => boolean,
  ) {
    this.note.className = 'maplibregl-ctrl map-note';
    this.note.hidden = true;
    this.note.setAttribute('role', 'status');
    this.place();
  }

  /** Puts them where there is room after a phone is turned, or a window gets another size. */
  follow(signal: AbortSignal): void {
    matchMedia(narrow).addEventListener(
      'change',
      () => {
        this.place();
      },
      { signal },
    );
  }

  speak(texts: Texts): void {
    this.texts = texts;
    if (this.zoom) this.map.removeControl(this.zoom);
    this.zoom = new NavigationControl({ showCompass: false });
    this.map._locale = {
      ...this.map._locale,
      'NavigationControl.ZoomIn': texts.zoomIn,
      'NavigationControl.ZoomOut': texts.zoomOut,
    };
    this.place();
    this.noteGaps();
    this.scale.setUnit(usesMiles(texts.lang) ? 'imperial' : 'metric');
    this.attribution.speak(texts);
  }

  /** Says what the map shows now. */
  update(): void {
    this.noteGaps();
    this.attribute();
  }

  /** Room for pins beside the texts, in pixels. */
  get margin(): Attribution['margin'] {
    return this.attribution.margin;
  }

  /** Panels cover the right side, and the sheet of a narrow screen the lower one. */
  private place(): void {
    const isNarrow = matchMedia(narrow).matches;
    const controls: [IControl | undefined, ControlPosition][] = [
      [this.attribution, isNarrow ? 'top-right' : 'bottom-left'],
      [this.scale, isNarrow ? 'top-left' : 'bottom-left'],
      [this.noted, isNarrow ? 'top-right' : 'bottom-left'],
      [this.zoom, 'top-left'],
    ];
    for (const [control, position] of controls) {
      if (!control) continue;
      if (this.map.hasControl(control)) this.map.removeControl(control);
      this.map.addControl(control, position);
    }
  }

  /** Names the sources of what is drawn. */
  private attribute(): void {
    const { tiles, pmtiles: file } = this.configuration;
    const isDrawn = tiles !== undefined && !this.isFailing(sources.streets);
    const streets = file === undefined ? undefined : this.map.getSource(sources.streets)?.attribution;
    this.attribution.set('earth', isDrawn ? undefined : 'Natural Earth');
    this.attribution.set('streets', isDrawn ? escaped(tiles.attribution) : streets);
    this.attribution.set('plan', this.showsIsland() ? '' : undefined);
  }

  private showsIsland(): boolean {
    const { island } = this.configuration;
    if (!island) return false;
    const shown = this.map.getBounds();
    const { lng } = shown.getCenter();
    const [west, east] = [nearTo(lng, island.bounds.west), nearTo(lng, island.bounds.east)];
    return (
      shown.getNorth() > island.bounds.south &&
      shown.getSouth() < island.bounds.north &&
      shown.getEast() > west &&
      shown.getWest() < east
    );
  }

  /** Says what of the map fails, or that there is no street map where one would show streets. */
  private noteGaps(): void {
    const { texts, gap } = this;
    const note = gap && texts?.[gap];
    // Screen readers say each text that is set.
    if (note !== undefined && note !== this.note.textContent) this.note.textContent = note;
    this.note.hidden = note === undefined;
  }

  private get gap(): 'mapFailed' | 'mapPartFailed' | 'streetsFailed' | 'noStreets' | undefined {
    const { tiles, pmtiles: file } = this.configuration;
    const isClose = this.map.getZoom() + LEVEL >= STREETS;
    const hasFile = tiles !== undefined || file !== undefined;
    const areStreetsFailing = this.isFailing(sources.streets);
    const showsIsland = this.showsIsland();
    const isPlanFailing = showsIsland && this.isFailing(sources.plan);
    // Tiles of pictures cover it.
    if (this.isFailing(sources.earth) && this.map.getSource(sources.earth)) {
      const isDrawn = (hasFile && !areStreetsFailing) || (showsIsland && !isPlanFailing);
      return isDrawn ? 'mapPartFailed' : 'mapFailed';
    }
    if (areStreetsFailing) return 'streetsFailed';
    if (isPlanFailing) return isClose ? 'streetsFailed' : 'mapPartFailed';
    return isClose && !hasFile && !showsIsland ? 'noStreets' : undefined;
  }
}

/** Whether there is a street map of a point. */
export function hasStreets({ tiles, pmtiles: file, island }: Configuration, { lat, lng }: Point): boolean {
  if (tiles !== undefined || file !== undefined) return true;
  return island !== undefined && isWithin(island.bounds, { lat, lng });
}
