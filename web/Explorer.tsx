import { useCallback, useState } from 'preact/hooks';
import { type Place } from './api/records.js';
import { useApi } from './api/use-api.js';
import { useList } from './api/use-list.js';
import { type Notice, SignIn } from './auth/SignIn.js';
import { type Configuration } from './configuration.js';
import { ResultMap } from './map/ResultMap.js';
import { PlacePanel } from './panels/PlacePanel.js';
import { UserPanel } from './panels/UserPanel.js';
import { RequestPanel } from './request/RequestPanel.js';
import { Footer } from './parts/Footer.js';
import { Results } from './search/Results.js';
import { useTexts } from './texts/use-texts.js';
import { type Rectangle } from './view/rectangle.js';
import { searchPath } from './view/search-request.js';
import { narrow, useMedia } from './view/use-media.js';
import { useNavigation } from './view/use-navigation.js';

interface Props {
  readonly configuration: Configuration;
  readonly isSignedIn: boolean;
  readonly notice: Notice | undefined;
  readonly signIn: () => void;
}

/** The results as list and map, and the open panel. */
export function Explorer({ configuration, isSignedIn, notice, signIn }: Props) {
  const texts = useTexts();
  const api = useApi();
  const { view, change, open } = useNavigation();
  const [pointed, setPointed] = useState<string>();
  const [shown, setShown] = useState<'list' | 'map'>('list');
  const isNarrow = useMedia(narrow);
  const list = useList('places', isSignedIn ? searchPath(view) : undefined);
  const path = isSignedIn ? view.open : undefined;
  // On a narrow screen it would cover the open panel or the sign-in.
  const isRequestShown = view.request && (!isNarrow || (isSignedIn && path === undefined));
  const isCovered = isNarrow && (path !== undefined || isRequestShown);
  const opened = list.items.find(({ link }) => api.pathOf(link) === view.open)?.id;

  const onBox = useCallback(
    (box: Rectangle) => {
      // Replace the history entry after the first move, else each move adds one.
      change(
        (before) => ({ ...before, box, near: undefined, sort: before.sort === 'distance' ? 'relevance' : before.sort }),
        view.box ? 'replace' : 'push',
      );
    },
    [change, view.box === undefined],
  );
  const close = useCallback(() => {
    change((before) => ({ ...before, open: undefined }));
  }, [change]);
  const closeRequest = useCallback(() => {
    change((before) => ({ ...before, request: false }));
    document.getElementById('request-button')?.focus();
  }, [change]);
  const onOpen = ({ link }: Place): void => {
    open(api.pathOf(link));
  };

  return (
    <>
      <main class={`body ${isRequestShown ? 'with-request' : ''}`} data-shown={shown}>
        <div class="side" inert={isCovered}>
          {isSignedIn ? (
            <Results list={list} pointed={pointed} onPoint={setPointed} />
          ) : (
            <SignIn configuration={configuration} notice={notice} signIn={signIn} />
          )}
          <Footer configuration={configuration} />
        </div>
        <div class="right" inert={isCovered}>
          <ResultMap
            configuration={configuration}
            places={list.items}
            search={list.of}
            box={view.box}
            near={view.near}
            pointed={pointed ?? opened}
            opened={opened}
            onBox={onBox}
            onPoint={setPointed}
            onOpen={onOpen}
          />
        </div>
        {path?.startsWith('/v2/places/') && <PlacePanel key={path} path={path} close={close} />}
        {path?.startsWith('/v2/users/') && <UserPanel key={path} path={path} close={close} />}
        {isRequestShown && <RequestPanel close={closeRequest} />}
      </main>
      <nav class="switch" aria-label={`${texts.list} / ${texts.map}`}>
        {(['list', 'map'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown === name}
            onClick={() => {
              setShown(name);
            }}
          >
            {texts[name]}
          </button>
        ))}
      </nav>
    </>
  );
}
