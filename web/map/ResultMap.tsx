import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { distanceInMetres } from '../../src/places/query/geometry.js';
import { type Api } from '../api/api.js';
import { type Place } from '../api/records.js';
import { useApi } from '../api/use-api.js';
import { type Configuration } from '../configuration.js';
import { iconNameOf } from '../parts/kind-icon.js';
import { narrowest } from '../texts/kind-names.js';
import { useKindNames } from '../texts/use-kind-names.js';
import { pointOf, type Shown } from '../search/understood.js';
import { useTexts } from '../texts/use-texts.js';
import { isWithin, type Rectangle } from '../view/rectangle.js';
import { tilePath } from '../view/search-request.js';
import { useNavigation } from '../view/use-navigation.js';
import { hasConditions, type MapPosition, type Point, showsPlace, type View } from '../view/view.js';
import { MapCamera, keyOf, NEAR_METRES } from './camera.js';
import { type MapPin } from './mark-layer.js';
import { type LayersOfFile } from './map-style.js';
import { type MapEvents, type PlaceMap } from './place-map.js';
import { type LoadTile } from './result-tiles.js';
import { useBaseMap } from './use-base-map.js';

interface Props {
  readonly configuration: Configuration;
  /** The path of the search. */
  readonly path: string | undefined;
  /** Whether the first list is being loaded. */
  readonly isAwaited: boolean;
  readonly places: readonly Place[];
  /** Whether `places` have numbers. */
  readonly isNumbered: boolean;
  /** The path that `places` belongs to. It changes with each new search but not with further pages. */
  readonly search: string | undefined;
  /** The places of the search that the map moves to. Undefined until they are known. */
  readonly shown: Shown | undefined;
  /** How far the nearest is from where a search began that found none there, in metres. */
  readonly away: number | undefined;
  /** Whether the page opens, without a search. */
  readonly isStart: boolean;
  readonly view: View;
  readonly pointed: string | undefined;
  /** The place of the open panel. */
  readonly opened: Place | undefined;
  /** The map moved, not because of another search. */
  readonly onMove: (at: MapPosition) => void;
  /** The map shows another part, without a search. */
  readonly onFollow: (at: MapPosition) => void;
  /** The map is at the open place. */
  readonly onCentre: (at: MapPosition) => void;
  /** The user searches what the map shows. */
  readonly onBox: (box: Rectangle, at: MapPosition) => void;
  readonly onPoint: (id: string | undefined) => void;
  /** Whether all places of the list are far from what the map shows. */
  readonly onElsewhere: (isElsewhere: boolean) => void;
  /** Whether the user is offered to search what the map shows. */
  readonly onOffer: (isOffered: boolean) => void;
  readonly onOpen: (id: string) => void;
  /** How often the user asked where the open place is. */
  readonly showRequests: number;
  /** Whether the map shows the open place. Undefined if there is no map. */
  readonly onSeen: (isSeen: boolean | undefined) => void;
}

/** It is larger than the rest of the page, so it is loaded beside it. */
const loading = import('./place-map.js');
// Each map that is shown handles the failure.
loading.catch(() => undefined);

/** Loads them while the list is loading, if there is a street map. */
function loadFileLayers({ pmtiles }: Configuration): Promise<{ layersOfFile: LayersOfFile }> | undefined {
  const layers = pmtiles === undefined ? undefined : import('./file-layers.js');
  layers?.catch(() => undefined);
  return layers;
}

/** Milliseconds after which the page says that the map is loading. */
const LATE = 1000;

/** Milliseconds that the map waits for the first list: made before it, the map would draw and keep the browser busy for nothing. */
const LIST_WAIT = 500;

const FIRST_TILE = { z: 0, x: 0, y: 0 };

/** All results on a map, synchronized with the list. */
export function ResultMap({
  configuration,
  path,
  isAwaited,
  places,
  isNumbered,
  search,
  shown,
  away,
  isStart,
  view,
  pointed,
  opened,
  showRequests,
  ...on
}: Props) {
  const texts = useTexts();
  const kindNames = useKindNames();
  const api = useApi();
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<PlaceMap>();
  const [failure, setFailure] = useState<'noWebGl' | 'noMap'>();
  const baseMap = useBaseMap(configuration);
  const [isDue, setDue] = useState(!isAwaited);
  const [isMoved, setMoved] = useState(false);
  /** Whether the map shows few of the list. */
  const [isElsewhere, setElsewhere] = useState(false);
  /** How often the free part of the map got another size. */
  const [resizes, setResizes] = useState(0);
  /** The key of the target that the map is at. */
  const moved = useRef<string | undefined>(undefined);
  /** The target from which opened places have moved the map away, and how to show the same part of it again. */
  const left = useRef<{ readonly key: string | undefined; readonly show: () => void } | undefined>(undefined);
  /** The key of where the map is to show an opened place. */
  const [opening, setOpening] = useState<string>();
  /** The place with which the page opened, until it is shown or another opens, and what the address says of it. */
  const link = useRef(view.open);
  if (link.current !== view.open) link.current = undefined;
  const [linked] = useState(view.at ? ('placed' as const) : ('unplaced' as const));
  const servedRequests = useRef(showRequests);
  const { near } = view;
  const current = search === path ? shown : undefined;
  const isSearch = hasConditions(view);
  /** Whether the next list is not known yet. */
  const isEarlier = path !== undefined && search !== path;
  /** The search whose tiles the map shows. */
  const drawn = useRef<{ of?: string | undefined; by?: Api | undefined }>({});
  // A list that follows the map changes no tile.
  const tiles = isSearch || path === undefined ? path : tilePath(view, FIRST_TILE);
  const loadTile: LoadTile = (tile, signal) => api.tile(tilePath(view, tile), signal);
  // After the list, which says where to look: tiles of an earlier view would only keep the search busy.
  const known = path !== undefined && search === path ? { of: tiles, by: api, load: loadTile } : undefined;
  const latest = useRef(known);
  latest.current = known;
  const { camera } = useNavigation();
  const [mapCamera] = useState(() => new MapCamera());

  const searchHere = (): void => {
    if (!map) return;
    const to = map.position;
    moved.current = keyOf(to);
    setMoved(false);
    on.onBox(map.shown, to);
  };
  const tell = (to: MapPosition): void => {
    moved.current = keyOf(to);
    on.onMove(to);
  };
  // The map is created once; the callbacks of the latest render are called.
  const listener = useRef<MapEvents | undefined>(undefined);
  listener.current = {
    moved: (to) => {
      tell(to);
      if (view.open === undefined) left.current = undefined;
      if (!isSearch) on.onFollow(to);
      else setMoved(path !== undefined);
    },
    centred: (to, showBefore) => {
      if (!showsPlace(to)) return;
      // One place after another: the first has left it.
      if (!left.current || left.current.key === moved.current) left.current = { key: moved.current, show: showBefore };
      setOpening(keyOf(to));
      tell(to);
      on.onCentre(to);
    },
    resized: () => {
      setResizes((times) => times + 1);
    },
    chosen: on.onOpen,
    pointed: on.onPoint,
    grouped: searchHere,
  };

  const ofFile = useMemo(() => loadFileLayers(configuration), [configuration]);
  useEffect(() => {
    const timer = setTimeout(setDue, isAwaited ? LIST_WAIT : 0, true);
    return () => {
      clearTimeout(timer);
    };
  }, [isAwaited]);

  useEffect(() => {
    if (!isDue) return undefined;
    let made: PlaceMap | undefined;
    let isGone = false;
    const make = (Made: typeof PlaceMap, layersOfFile?: LayersOfFile): void => {
      if (isGone || !element.current) return;
      try {
        made = new Made(
          element.current,
          configuration,
          {
            moved: (to) => listener.current?.moved(to),
            centred: (to, showBefore) => listener.current?.centred(to, showBefore),
            resized: () => listener.current?.resized(),
            chosen: (id) => listener.current?.chosen(id),
            pointed: (id) => listener.current?.pointed(id),
            grouped: () => listener.current?.grouped(),
          },
          texts,
          layersOfFile,
          latest.current?.load,
        );
        drawn.current = latest.current ?? {};
      } catch {
        // What MapLibre made before it noticed.
        element.current.replaceChildren();
        setFailure('noWebGl');
        return;
      }
      const { position } = made;
      camera.current = () => (made && showsPlace(made.position) ? made.position : undefined);
      moved.current = keyOf(position);
      setMap(made);
    };
    Promise.all([loading, ofFile]).then(
      ([{ PlaceMap: Made }, file]) => {
        make(Made, file?.layersOfFile);
      },
      () => {
        setFailure('noMap');
      },
    );
    return () => {
      isGone = true;
      camera.current = () => undefined;
      made?.remove();
      setMap(undefined);
    };
  }, [configuration, camera, isDue]);

  useEffect(() => {
    map?.nameMarks({ texts, kindNames });
  }, [map, texts, kindNames]);

  // With the list, and before the move to it, which would read tiles of the search before.
  useLayoutEffect(() => {
    setMoved(false);
    if (!map) return;
    if (path !== undefined && !known) return;
    const { of, by, load } = known ?? {};
    if (of !== drawn.current.of || by !== drawn.current.by) map.search(load);
    drawn.current = { of, by };
  }, [map, path, search, api]);

  // With the list: effects wait for the map, which may take long to draw.
  useLayoutEffect(() => {
    // Without conditions, the list is not what the map shows.
    const pins = places.flatMap((place, index) => pinOf(place, isNumbered ? index + 1 : undefined) ?? []);
    const nearest = current?.nearest && pinOf(current.nearest);
    map?.list(nearest ? [...pins, nearest] : pins);
  }, [map, places, isNumbered, current?.nearest]);

  useEffect(() => {
    map?.fade(isEarlier);
  }, [map, isEarlier]);

  useEffect(() => {
    map?.point(pointed);
  }, [map, pointed]);

  useEffect(() => {
    map?.showHere(near);
  }, [map, near?.lat, near?.lng]);

  const found =
    shown && search !== undefined && search === path
      ? { ...shown, away, search, points: shown.places.flatMap(pointOf) }
      : undefined;
  const target =
    map && mapCamera.targetOf(view, configuration.start, isStart, found, (at, point) => map.wouldShow(at, point));
  useLayoutEffect(() => {
    if (!map || !target || target.key === moved.current) return;
    moved.current = target.key;
    // Back from a place. The list may have another height than when the map was moved there.
    if (left.current?.key === target.key) left.current.show();
    else {
      map.move(target);
      if (view.open === undefined) left.current = undefined;
    }
    // Back and forward.
    if (view.at && view.open === undefined && !isSearch) on.onFollow(view.at);
  }, [map, target?.key]);

  useEffect(() => {
    const points = found?.points ?? [];
    const [area, middle] = [map?.shown, map?.position];
    const isSeen = (point: Point): boolean => area === undefined || isWithin(area, point);
    setElsewhere(2 * points.filter(isSeen).length < points.length);
    const isFar = (point: Point): boolean =>
      middle !== undefined && !isSeen(point) && distanceInMetres(middle, point) > NEAR_METRES;
    on.onElsewhere(points.length > 0 && points.every(isFar));
  }, [map, places, shown?.places.length, search, path, target?.key, view.at]);

  useEffect(() => {
    // A request waits for the map.
    const isAsked = showRequests !== servedRequests.current;
    if (map) servedRequests.current = showRequests;
    const how = isAsked ? 'unplaced' : link.current === undefined ? undefined : linked;
    map?.open(opened && pinOf(opened), how);
    if (map && opened) link.current = undefined;
  }, [map, opened?.id, showRequests]);

  useEffect(() => {
    const isSeen = !map || !opened || pointOf(opened).every((point) => map.sees(point));
    on.onSeen(failure ? undefined : isSeen);
  }, [map, failure, opened?.id, showRequests, view.at, target?.key, resizes]);

  // Where a search or an opened place has moved the map, nobody has looked yet.
  const hasLooked = view.at !== undefined && keyOf(view.at) !== opening;
  const isOffered = isMoved || (isElsewhere && hasLooked);
  useEffect(() => {
    // The button covers a part of the map.
    map?.arrange();
    on.onOffer(isOffered);
  }, [map, isOffered]);

  useEffect(() => {
    map?.controls.attribute(baseMap?.attribution);
  }, [map, baseMap]);

  return (
    <section class="map" aria-label={texts.map}>
      <div class="map-view" ref={element} />
      {failure ? (
        <p class="map-failure" role="status">
          {texts[failure]}
        </p>
      ) : (
        // The page said it before its script ran.
        <p class="map-wait" style={{ animationDelay: `${Math.max(0, LATE - performance.now())}ms` }}>
          {texts.loadingMap}
        </p>
      )}
      {isOffered && (
        <div class="map-tools">
          <button
            type="button"
            onClick={() => {
              // The button disappears, so move the focus.
              map?.focus();
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

function pinOf(place: Place, number?: number): MapPin | undefined {
  const { id, name, kinds, statistics } = place;
  const [point] = pointOf(place);
  if (!point) return undefined;
  return {
    ...{ id, name, ...point },
    kind: narrowest(kinds)[0],
    icon: iconNameOf(kinds),
    ...(statistics?.rating !== undefined && { rating: Number(statistics.rating) }),
    ...(number !== undefined && { number }),
  };
}
