import { type LngLatLike, type Map, Popup } from 'maplibre-gl';
import { type Place } from '../api/records.js';
import { decimal } from '../parts/formats.js';
import { type Texts } from '../texts/texts.js';
import { type KindNames, nameOfKind } from '../texts/kind-names.js';

import { PIN, PIN_POINT } from './mark-style.js';

/** A place on the map. */
export interface MapPlace extends Pick<Place, 'id' | 'name'> {
  /** The narrowest of its kinds. */
  readonly kind?: string | undefined;
  readonly rating?: number | undefined;
}

/** The texts of the page, and what its reader calls kinds. */
export interface MarkTexts {
  readonly texts: Texts;
  readonly kindNames: KindNames;
}

/** Pixels between a mark and its tip. */
const ABOVE = 12;

/** What the map shows of places over its marks: a tip, or a list of those at one position. */
export class MarkPopups {
  private readonly tip = new Popup({
    ...{ closeButton: false, closeOnClick: false, closeOnMove: true, focusAfterOpen: false },
    ...{ className: 'map-tip', maxWidth: '18rem' },
  });
  private readonly list = new Popup({ closeButton: false, className: 'map-list', maxWidth: '18rem' });

  constructor(private readonly map: Map) {}

  /** @param isPin whether the place has a pin, which the tip is above */
  showTip({ name, kind, rating }: MapPlace, at: LngLatLike, { texts, kindNames }: MarkTexts, isPin: boolean) {
    const content = document.createElement('span');
    content.append(Object.assign(document.createElement('b'), { textContent: name }));
    const facts = [
      kind && nameOfKind(kind, kindNames),
      rating === undefined ? undefined : `★ ${decimal(String(rating), texts.lang)}`,
    ];
    const line = facts.filter((fact) => fact !== undefined).join(' · ');
    if (line !== '') content.append(document.createElement('br'), line);
    const above = isPin ? PIN / 2 + PIN_POINT + 2 : ABOVE;
    this.tip.setOffset({ bottom: [0, -above], top: [0, 10], left: [12, 0], right: [-12, 0], center: [0, 0] } as never);
    this.tip.setLngLat(at).setDOMContent(content).addTo(this.map);
  }

  removeTip(): void {
    this.tip.remove();
  }

  /** Lists the places at one position, to choose from. */
  showList(places: readonly MapPlace[], at: LngLatLike, markTexts: MarkTexts, choose: (id: string) => void): void {
    const element = placeList(places, markTexts, (id) => {
      this.list.remove();
      choose(id);
    });
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.list.remove();
      this.map.getCanvas().focus({ preventScroll: true });
    });
    this.tip.remove();
    this.list.setLngLat(at).setDOMContent(element).addTo(this.map);
  }

  close(): void {
    this.tip.remove();
    this.list.remove();
  }
}

function placeList(
  places: readonly MapPlace[],
  { texts, kindNames }: MarkTexts,
  choose: (id: string) => void,
): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', texts.placesAtPoint(places.length));
  const title = document.createElement('p');
  title.textContent = texts.placesAtPoint(places.length);
  const list = document.createElement('ul');
  for (const { id, name, kind } of places) {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
    const quiet = { className: 'quiet', textContent: kind && nameOfKind(kind, kindNames) };
    if (kind !== undefined) button.append(Object.assign(document.createElement('span'), quiet));
    button.addEventListener('click', () => {
      choose(id);
    });
    const item = document.createElement('li');
    item.append(button);
    list.append(item);
  }
  element.append(title, list);
  return element;
}
