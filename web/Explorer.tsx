import { useCallback, useState } from 'preact/hooks';
import { type Place } from './api/records.js';
import { useFacets } from './api/use-facets.js';
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
import { placesThere } from './search/understood.js';
import { middleOf, type Rectangle } from './view/rectangle.js';
import { searchPath } from './view/search-request.js';
import { narrow, useMedia } from './view/use-media.js';
import { useNavigation } from './view/use-navigation.js';
import { hasConditions, type MapPosition, withoutNear } from './view/view.js';

interface Props {
  readonly configuration: Configuration;
  readonly isSignedIn: boolean;
  readonly notice: Notice | undefined;
  readonly signIn: () => void;
  readonly signInDemonstration: () => void;
}

/** The results as list and map, and the open panel. */
export function Explorer({ configuration, isSignedIn, notice, signIn, signInDemonstration }: Props) {
  const { view, change, open } = useNavigation();
  const [pointed, setPointed] = useState<string>();
  const isNarrow = useMedia(narrow);
  const { start } = configuration;
  // Without a view in its address, the page opens where most places are.
  const isStart = start !== undefined && !view.at && !view.around && !hasConditions(view);
  const around = isStart ? middleOf(start) : view.around;
  const searched = isSignedIn ? searchPath({ ...view, around }) : undefined;
  const list = useList('places', searched);
  const facets = useFacets({ ...view, around }, list.facets, isSignedIn);
  const path = isSignedIn ? view.open : undefined;
  // On a narrow screen it would cover the open panel or the sign-in.
  const isRequestShown = view.request && (!isNarrow || (isSignedIn && path === undefined));
  const isCovered = isNarrow && (path !== undefined || isRequestShown);
  const [opened, setOpened] = useState<Place>();

  const onBox = useCallback(
    (box: Rectangle, at: MapPosition) => {
      change((before) => ({ ...withoutNear(before), box, at, around: undefined }));
    },
    [change],
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
    // A narrow screen has it in a menu.
    (button?.offsetParent ? button : document.getElementById('menu-button'))?.focus();
  }, [change]);
  const onOpen = (id: string): void => {
    open(`/v2/places/${encodeURIComponent(id)}`);
  };

  return (
    <main class={`body ${isRequestShown ? 'with-request' : ''}`}>
      {isSignedIn && <FilterBar facets={facets} isInert={isCovered} />}
      <Sheet isInert={isCovered}>
        {isSignedIn ? (
          <Boundary of={list.items} retry={list.retry}>
            <Results list={list} pointed={pointed} onPoint={setPointed} />
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
            there={list.header && placesThere(list.header, list.items)}
            isStart={isStart}
            view={view}
            pointed={pointed}
            opened={opened}
            onMove={onMove}
            onBox={onBox}
            onPoint={setPointed}
            onOpen={onOpen}
          />
        </Boundary>
      </div>
      {path?.startsWith('/v2/places/') && <PlacePanel key={path} path={path} close={close} onPlace={setOpened} />}
      {path?.startsWith('/v2/users/') && <UserPanel key={path} path={path} close={close} />}
      {isRequestShown && <RequestPanel close={closeRequest} />}
    </main>
  );
}
