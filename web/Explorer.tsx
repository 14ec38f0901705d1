import { useCallback, useRef, useState } from 'preact/hooks';
import { type Place } from './api/records.js';
import { useList } from './api/use-list.js';
import { type Notice, SignIn } from './auth/SignIn.js';
import { type Configuration } from './configuration.js';
import { ResultMap } from './map/ResultMap.js';
import { PlacePanel } from './panels/PlacePanel.js';
import { UserPanel } from './panels/UserPanel.js';
import { Boundary } from './parts/Boundary.js';
import { Footer } from './parts/Footer.js';
import { Sheet } from './parts/Sheet.js';
import { RequestPanel } from './request/RequestPanel.js';
import { FilterBar } from './search/FilterBar.js';
import { Results } from './search/Results.js';
import { useShown } from './search/use-shown.js';
import { middleOf, type Rectangle } from './view/rectangle.js';
import { searchPath } from './view/search-request.js';
import { narrow, singleColumn, useMedia } from './view/use-media.js';
import { useNavigation } from './view/use-navigation.js';
import { hasConditions, isTooLong, type MapPosition, type Point, showsPlace, withoutNear } from './view/view.js';

interface Props {
  readonly configuration: Configuration;
  readonly isSignedIn: boolean;
  readonly notice: Notice | undefined;
  readonly signIn: () => void;
  readonly signInDemonstration: () => void;
}

/** The results as list and map, and the open panel. */
export function Explorer({ configuration, isSignedIn, notice, signIn, signInDemonstration }: Props) {
  const { view, change, refine, open, peeked, expand } = useNavigation();
  const [pointed, setPointed] = useState<string>();
  const isNarrow = useMedia(narrow);
  const { start } = configuration;
  // Without a view in its address, the page opens where most places are.
  const isStart = start !== undefined && !view.at && !view.around && !hasConditions(view);
  // Without words, the list is of where the page opened, wherever the map moves then.
  const [first, setFirst] = useState<Point | undefined>(view.at ?? (start && middleOf(start)));
  /** The place with which the page opened, until another opens: it says where the list is. */
  const link = useRef(view.at ? undefined : view.open);
  if (link.current !== view.open) link.current = undefined;
  // A search from a link, too, begins with what the map would show.
  const [origin] = useState(view.at && !showsPlace(view.at) ? undefined : first);
  const around = view.around ?? (hasConditions(view) ? origin : first);
  const search = { ...view, around };
  const searched = isSignedIn && !isTooLong(view.q) ? searchPath(search) : undefined;
  const list = useList('places', searched);
  const shown = useShown(list, searched, view.q);
  const path = isSignedIn ? view.open : undefined;
  // On a narrow screen it would cover the open panel or the sign-in.
  const isRequestShown = view.request && (!isNarrow || (isSignedIn && path === undefined));
  const isPeek = isNarrow && path !== undefined && peeked.includes(path);
  const isCovered = isNarrow && ((path !== undefined && !isPeek) || isRequestShown);
  // The panel takes the place of the list, unless there is room for both.
  const isListCovered = useMedia(singleColumn) ? path !== undefined || isCovered : isCovered;
  const [opened, setOpened] = useState<Place>();
  /** Whether the map shows the open place. Undefined without a map. */
  const [isSeen, setSeen] = useState<boolean | undefined>(true);
  /** How often the user asked where the open place is. */
  const [showRequests, setShowRequests] = useState(0);
  const [elsewhere, setElsewhere] = useState<readonly Place[]>([]);

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
  const close = useCallback(() => {
    change((before) => ({ ...before, open: undefined }));
  }, [change]);
  const closeRequest = useCallback(() => {
    change((before) => ({ ...before, request: false }));
    const button = document.getElementById('request-button');
    // A narrow screen has it in a menu that is closed.
    (button?.offsetParent ? button : document.getElementById('menu-button'))?.focus();
  }, [change]);
  const onPlace = (place: Place | undefined): void => {
    setOpened(place);
    if (!place || link.current === undefined) return;
    link.current = undefined;
    if (place.location) setFirst({ lat: Number(place.location.lat), lng: Number(place.location.lng) });
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
          facets={list.header || list.problem ? list.facets : undefined}
          search={search}
          isInert={isListCovered && !isPeek}
        />
      )}
      <Sheet isInert={isListCovered} isBelow={isPeek}>
        {isSignedIn ? (
          <Boundary of={list.items} retry={list.retry}>
            <Results list={list} elsewhere={elsewhere} pointed={pointed} onPoint={setPointed} />
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
      <div class="right" inert={isCovered}>
        <Boundary of={list.items} retry={list.retry}>
          <ResultMap
            configuration={configuration}
            path={searched}
            places={list.items}
            search={list.of}
            shown={shown}
            isStart={isStart}
            view={view}
            pointed={pointed}
            opened={opened}
            onMove={onMove}
            onBox={onBox}
            onPoint={setPointed}
            onElsewhere={(places) => {
              // Most moves of the map change nothing.
              setElsewhere((before) => (before.length + places.length === 0 ? before : places));
            }}
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
          onPlace={onPlace}
        />
      )}
      {path?.startsWith('/v2/users/') && <UserPanel key={path} path={path} close={close} />}
      {isRequestShown && <RequestPanel close={closeRequest} />}
    </main>
  );
}
