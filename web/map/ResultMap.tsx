import { useEffect, useRef, useState } from 'preact/hooks';
import { type Place } from '../api/records.js';
import { useApi } from '../api/use-api.js';
import { type Configuration } from '../configuration.js';
import { useTexts } from '../texts/use-texts.js';
import { printRectangle, type Rectangle } from '../view/rectangle.js';
import { tilePath } from '../view/search-request.js';
import { useNavigation } from '../view/use-navigation.js';
import { type MapPosition, printPosition, showsPlace, type View } from '../view/view.js';
import { type Pin } from './mark-layer.js';
import { type MapEvents, PlaceMap } from './place-map.js';
import { useBaseMap } from './use-base-map.js';

interface Props {
  readonly configuration: Configuration;
  /** The path of the search. */
  readonly path: string | undefined;
  readonly places: readonly Place[];
  /** The path that `places` belongs to. It changes with each new search but not with further pages. */
  readonly search: string | undefined;
  /** The places to show if the words of the search say where. */
  readonly there: readonly Place[] | undefined;
  /** Whether the page opens, without a search. */
  readonly isStart: boolean;
  readonly view: View;
  readonly pointed: string | undefined;
  /** The place of the open panel. */
  readonly opened: Place | undefined;
  /** The map moved, not because of another search. */
  readonly onMove: (at: MapPosition) => void;
  /** The user searches what the map shows. */
  readonly onBox: (box: Rectangle, at: MapPosition) => void;
  readonly onPoint: (id: string | undefined) => void;
  readonly onOpen: (id: string) => void;
}

const printed = (at: MapPosition | undefined): string => (at ? printPosition(at) : '');

/** All results on a map, synchronized with the list. */
export function ResultMap({
  configuration,
  path,
  places,
  search,
  there,
  isStart,
  view,
  pointed,
  opened,
  ...on
}: Props) {
  const texts = useTexts();
  const api = useApi();
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<PlaceMap | undefined>(undefined);
  const baseMap = useBaseMap(configuration);
  const [isMoved, setMoved] = useState(false);
  /** The position that the map told, or was told. */
  const shown = useRef('');
  const { at, box, near, around } = view;
  const { camera } = useNavigation();

  const searchHere = (): void => {
    if (!map.current) return;
    const to = map.current.position;
    shown.current = printed(to);
    setMoved(false);
    on.onBox(map.current.shown, to);
  };
  const tell = (to: MapPosition): void => {
    shown.current = printed(to);
    on.onMove(to);
  };
  // The map is created once; the callbacks of the latest render are called.
  const listener = useRef<MapEvents | undefined>(undefined);
  listener.current = {
    moved: (to) => {
      tell(to);
      setMoved(path !== undefined);
    },
    centred: tell,
    chosen: on.onOpen,
    pointed: on.onPoint,
    grouped: searchHere,
  };

  useEffect(() => {
    if (!element.current) return undefined;
    const made = new PlaceMap(element.current, configuration, {
      moved: (to) => listener.current?.moved(to),
      centred: (to) => listener.current?.centred(to),
      chosen: (id) => listener.current?.chosen(id),
      pointed: (id) => listener.current?.pointed(id),
      grouped: () => listener.current?.grouped(),
    });
    map.current = made;
    camera.current = () => (showsPlace(made.position) ? made.position : undefined);
    return () => {
      camera.current = () => undefined;
      made.remove();
    };
  }, [configuration, camera]);

  useEffect(() => {
    map.current?.speak(texts);
  }, [texts]);

  useEffect(() => {
    map.current?.list(places.flatMap((place, index) => pinOf(place, index + 1) ?? []));
  }, [places]);

  useEffect(() => {
    map.current?.point(pointed);
  }, [pointed]);

  useEffect(() => {
    map.current?.open(opened && pinOf(opened), coveredWidth(element.current));
  }, [opened?.id]);

  useEffect(() => {
    map.current?.showHere(near);
  }, [near?.lat, near?.lng]);

  const [position, edges] = [printed(at), box && printRectangle(box)];
  useEffect(() => {
    if (at && position !== shown.current) map.current?.goTo(at);
    else if (!at && box) map.current?.fitRectangle(box);
    else if (isStart && configuration.start) map.current?.begin(configuration.start);
    else if (!at && around) map.current?.goTo(around);
    shown.current = position;
  }, [position, edges, isStart, printed(around)]);

  useEffect(() => {
    if (at || box || isStart || search === undefined || search !== path) return;
    const pins = (there ?? places).flatMap((place) => pinOf(place) ?? []);
    const [best] = pins;
    const isThere = around && !there && (!best || map.current?.wouldShow(around, best));
    if (!isThere) map.current?.fit([...(near ? [near] : []), ...pins]);
  }, [search, path, position]);

  useEffect(() => {
    setMoved(false);
    if (path === undefined) map.current?.search(undefined);
    // After the list, which says where to look: tiles of an earlier view would only keep the search busy.
    else if (search === path) map.current?.search((tile, signal) => api.tile(tilePath(view, tile), signal));
  }, [path, search, api]);

  useEffect(() => {
    if (baseMap?.attribution !== undefined) map.current?.attribution.add(baseMap.attribution);
  }, [baseMap]);

  return (
    <section class="map" aria-label={texts.map}>
      <div class="leaflet" ref={element} tabIndex={0} role="application" aria-label={texts.mapLabel} />
      {isMoved && (
        <div class="map-tools">
          <button
            type="button"
            onClick={() => {
              // The button disappears, so move the focus.
              element.current?.focus({ preventScroll: true });
              searchHere();
            }}
          >
            {texts.searchHere}
          </button>
        </div>
      )}
    </section>
  );
}

/** How many pixels of the map the open panel covers, from the right. It may be beside the map. */
function coveredWidth(map: HTMLElement | null): number {
  const panel = document.querySelector('.panel')?.getBoundingClientRect();
  const free = map?.getBoundingClientRect();
  return panel && free && panel.left >= free.left ? free.right - panel.left : 0;
}

function pinOf({ id, name, location, categories: [category], statistics }: Place, number?: number): Pin | undefined {
  if (!location) return undefined;
  return {
    id,
    name,
    lat: Number(location.lat),
    lng: Number(location.lng),
    ...(category && { category: category.name }),
    ...(statistics?.rating !== undefined && { rating: Number(statistics.rating) }),
    ...(number !== undefined && { number }),
  };
}
