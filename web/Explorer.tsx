import { type RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Facet, type Place } from './api/records.js';
import { useList } from './api/use-list.js';
import { useQuery } from './api/use-query.js';
import { type Notice, SignIn } from './auth/SignIn.js';
import { type Configuration } from './configuration.js';
import { CLOSEST } from './map/camera.js';
import { freeSize } from './map/free-part.js';
import { ResultMap } from './map/ResultMap.js';
import { PlacePanel } from './panels/PlacePanel.js';
import { UserPanel } from './panels/UserPanel.js';
import { Boundary } from './parts/Boundary.js';
import { Footer } from './parts/Footer.js';
import { Sheet } from './parts/Sheet.js';
import { RequestPanel } from './request/RequestPanel.js';
import { FilterBar } from './search/FilterBar.js';
import { Results } from './search/Results.js';
import { metresAway, shownOf } from './search/understood.js';
import { useTexts } from './texts/use-texts.js';
import { middleOf, positionFor, type Rectangle, shownAt } from './view/rectangle.js';
import { facetsPath, listPath, searchPath } from './view/search-request.js';
import { narrow, singleColumn, useMedia } from './view/use-media.js';
import { useNavigation } from './view/use-navigation.js';
import {
  hasConditions,
  isTooLong,
  type MapPosition,
  type Point,
  printPosition,
  showsPlace,
  withoutNear,
} from './view/view.js';

interface Props {
  readonly configuration: Configuration;
  readonly isSignedIn: boolean;
  readonly notice: Notice | undefined;
  readonly signIn: () => void;
  readonly signInDemonstration: () => void;
}

/** The results as list and map, and the open panel. */
export function Explorer({ configuration, isSignedIn, notice, signIn, signInDemonstration }: Props) {
  const texts = useTexts();
  const { view, change, refine, open, peeked, expand } = useNavigation();
  const [pointed, setPointed] = useState<string>();
  const isNarrow = useMedia(narrow);
  const { start } = configuration;
  // Without a search, the list is of what the map showed when the page opened, until the user moves the map. Opening a place does not change it.
  const [openedAt, setOpenedAt] = useState<MapPosition | Rectangle | undefined>(view.at ?? start);
  // Without a view in its address, the page opens where most places are.
  const isStart = start !== undefined && openedAt === start && !view.at && !view.around && !hasConditions(view);
  /** Where the user has moved the map without a search, by where it was before. The user may go back to it from a search. */
  const [movedTo, setMovedTo] = useState<Readonly<Record<string, MapPosition>>>({});
  const movedFrom = view.around ? printPosition(view.around) : '';
  /** The place with which the page opened, until another opens: it says where the list is. */
  const link = useRef(view.at ? undefined : view.open);
  if (link.current !== view.open) link.current = undefined;
  // A search from a link, too, begins with what the map would show.
  const [linkStart] = useState(view.at && !showsPlace(view.at) ? undefined : openedAt);
  const isSearch = hasConditions(view);
  const moved = view.at && movedTo[movedFrom];
  const startPosition = isSearch ? (view.around ?? linkStart) : (moved ?? view.around ?? openedAt);
  const search = { ...view, around: startPosition && middleOfView(startPosition) };
  /** Whether the map shows the open place. Undefined without a map. */
  const [isSeen, setSeen] = useState<boolean | undefined>(true);
  /** Whether the map shows another part than the list is of. */
  const [isOffered, setOffered] = useState(false);
  const map = useRef<HTMLDivElement>(null);
  const area = useShownArea(map, startPosition);
  const box = isSearch || isSeen === undefined ? undefined : area;
  // The map has a size after the first render.
  const isReady = isSignedIn && !isTooLong(view.q) && box !== 'unknown';
  const pathHere = isReady && box ? listPath({ ...view, box }) : undefined;
  /** The path of a list of what the map shows that has nothing. */
  const [empty, setEmpty] = useState<string>();
  const isHere = pathHere !== undefined && pathHere !== empty;
  const searched = isHere ? pathHere : isReady ? searchPath(search) : undefined;
  const startArea = isSearch && area !== 'unknown' ? area : undefined;
  const list = useList('places', searched);
  useEffect(() => {
    if (isHere && list.of === pathHere && list.header?.found === 0) setEmpty(pathHere);
  });
  // Filters find places everywhere.
  const counted = useQuery<{ results: { facets: readonly Facet[] } }>(
    isHere ? facetsPath({ ...search, around: openedAt && middleOfView(openedAt) }) : undefined,
    false,
  );
  const listed = !isHere && list.header && list.of === searched ? list.facets : undefined;
  /** The counts that are shown until those of another search arrive. */
  const facets = useRef<readonly Facet[] | undefined>(undefined);
  facets.current = counted.value?.results.facets ?? listed ?? facets.current;
  const hasFailed = list.problem !== undefined || counted.problem !== undefined;
  /** Whether the list is of a search. Until the next one is known, its places keep their numbers, or have none. */
  const isNumbered = useRef(isSearch);
  if (list.of === searched) isNumbered.current = isSearch;
  // Where a filter excludes places, there may be others where the search began.
  const isFiltered = hasConditions({ ...view, q: '' });
  const isNearestFirst = startArea && view.around && view.sort === 'relevance' && !isFiltered;
  const header = list.of === searched ? list.header : undefined;
  const shown = useMemo(() => header && shownOf(view.q, header, list.items), [header, list.items, view.q]);
  const away = isNearestFirst && header ? metresAway(view.q, header, list.items, startArea) : undefined;
  const path = isSignedIn ? view.open : undefined;
  /** The place that was open before a person. */
  const from = useRef<Place | undefined>(undefined);
  if (path === undefined) from.current = undefined;
  // On a narrow screen it would cover the open panel or the sign-in.
  const isRequestShown = view.request && (!isNarrow || (isSignedIn && path === undefined));
  const isPeek = isNarrow && path !== undefined && peeked.includes(path);
  const isCovered = isNarrow && ((path !== undefined && !isPeek) || isRequestShown);
  // The panel takes the place of the list, unless there is room for both.
  const isListCovered = useMedia(singleColumn) ? path !== undefined || isCovered : isCovered;
  const [opened, setOpened] = useState<Place>();
  /** How often the user asked where the open place is. */
  const [showRequests, setShowRequests] = useState(0);
  const [isElsewhere, setElsewhere] = useState(false);

  const onBox = useCallback(
    (box: Rectangle, at: MapPosition) => {
      refine((before) => ({ ...withoutNear(before), box, at, around: undefined }));
    },
    [refine],
  );
  const onMove = useCallback(
    (at: MapPosition) => {
      change((before) => ({ ...before, at }), 'replace');
    },
    [change],
  );
  const onFollow = (at: MapPosition): void => {
    setMovedTo((before) => ({ ...before, [movedFrom]: at }));
  };
  const close = useCallback(() => {
    change((before) => ({ ...before, open: undefined }));
  }, [change]);
  const closeRequest = useCallback(() => {
    change((before) => ({ ...before, request: false }));
    const button = document.getElementById('request-button');
    // A narrow screen has it in a menu that is closed.
    (button?.offsetParent ? button : document.getElementById('menu-button'))?.focus();
  }, [change]);
  const onCentre = (at: MapPosition): void => {
    if (link.current === undefined) return;
    link.current = undefined;
    setOpenedAt(at);
  };
  const showOnMap = (): void => {
    if (isNarrow && path !== undefined) open(path, true);
    setShowRequests((times) => times + 1);
  };
  const onOpen = (id: string): void => {
    open(`/v2/places/${encodeURIComponent(id)}`, isNarrow);
  };

  return (
    <main class={`body ${isRequestShown ? 'with-request' : ''}`}>
      {isSignedIn && (
        <FilterBar
          facets={facets.current ?? (hasFailed ? [] : undefined)}
          search={search}
          saysOpenNow={header?.when?.open === 'now'}
          isInert={isListCovered && !isPeek}
        />
      )}
      <Sheet isInert={isListCovered} isBelow={isPeek}>
        {isSignedIn ? (
          <Boundary of={list.items} retry={list.retry}>
            <Results
              list={list}
              isHere={isHere && !isOffered}
              isNumbered={isNumbered.current}
              // The map shows the open place.
              isElsewhere={path === undefined && isElsewhere}
              away={away}
              isStale={list.problem !== undefined && list.of !== searched}
              pointed={pointed}
              onPoint={setPointed}
            />
          </Boundary>
        ) : (
          <SignIn
            configuration={configuration}
            notice={notice}
            signIn={signIn}
            signInDemonstration={signInDemonstration}
          />
        )}
        <Footer configuration={configuration} />
      </Sheet>
      <div class="right" inert={isCovered} ref={map}>
        <Boundary of={list.items} retry={list.retry}>
          <ResultMap
            // Another language makes another map.
            key={texts.lang}
            configuration={configuration}
            path={searched}
            isAwaited={isSignedIn && !isTooLong(view.q) && list.of === undefined && list.problem === undefined}
            places={list.items}
            isNumbered={isNumbered.current}
            search={list.of}
            shown={shown}
            away={away}
            isStart={isStart}
            view={view}
            pointed={pointed}
            opened={opened}
            onMove={onMove}
            onFollow={onFollow}
            onCentre={onCentre}
            onBox={onBox}
            onPoint={setPointed}
            onElsewhere={setElsewhere}
            onOffer={setOffered}
            onOpen={onOpen}
            showRequests={showRequests}
            onSeen={setSeen}
          />
        </Boundary>
      </div>
      {path?.startsWith('/v2/places/') && (
        <PlacePanel
          key={path}
          path={path}
          isPeek={isPeek}
          expand={() => {
            expand(path);
          }}
          close={close}
          showOnMap={isSeen === undefined || (isSeen && !isCovered) ? undefined : showOnMap}
          onPlace={(place) => {
            setOpened(place);
            from.current = place ?? from.current;
          }}
        />
      )}
      {path?.startsWith('/v2/users/') && <UserPanel key={path} path={path} from={from.current} close={close} />}
      {isRequestShown && <RequestPanel close={closeRequest} />}
    </main>
  );
}

function middleOfView(where: MapPosition | Rectangle): Point {
  return 'lat' in where ? where : middleOf(where);
}

/**
 * What a map shows that is at a position, or has a rectangle in its middle.
 *
 * @returns `unknown` until the page has its layout
 */
function useShownArea(
  map: RefObject<HTMLDivElement | null>,
  where: MapPosition | Rectangle | undefined,
): Rectangle | 'unknown' | undefined {
  const [isLaidOut, setLaidOut] = useState(false);
  useLayoutEffect(() => {
    setLaidOut(true);
  }, []);
  return useMemo(() => {
    if (!where) return undefined;
    if (!map.current) return 'unknown';
    const size = freeSize(map.current);
    return shownAt('lat' in where ? where : positionFor(where, size, CLOSEST), size);
  }, [isLaidOut, JSON.stringify(where)]);
}
