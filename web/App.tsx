import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Api } from './api/api.js';
import { ApiContext } from './api/use-api.js';
import { type Session } from './auth/session.js';
import { type Notice } from './auth/SignIn.js';
import { type Configuration, rootOf } from './configuration.js';
import { Explorer } from './Explorer.js';
import { Boundary } from './parts/Boundary.js';
import { Header } from './parts/Header.js';
import { subjectOf } from './search/conditions.js';
import { KindNamesContext, useLoadedNames } from './texts/use-kind-names.js';
import { BRAND } from './texts/texts.js';
import { languageFor, TextsContext, textsIn } from './texts/use-texts.js';
import { useFocusReturn } from './view/use-focus-return.js';
import { narrow } from './view/use-media.js';
import { NavigationContext } from './view/use-navigation.js';
import { useView } from './view/use-view.js';
import { emptyView, type MapPosition, printView, refinedWith, type View } from './view/view.js';

interface Props {
  readonly configuration: Configuration;
  readonly session: Session;
  readonly notice: Notice | undefined;
}

/** The root component: session, language and view. */
export function App({ configuration, session, notice: firstNotice }: Props) {
  const camera = useRef<() => MapPosition | undefined>(() => undefined);
  const [view, change] = useView(camera);
  const [token, setToken] = useState(session.token);
  const [notice, setNotice] = useState(firstNotice);
  const language = languageFor(view.language);
  const isSignedIn = token !== undefined;
  // Another language has all names loaded again, and another account all records.
  const api = useMemo(
    () => new Api(session, configuration.baseUrl, rootOf(configuration), language),
    [session, configuration, language, isSignedIn],
  );
  const [opened, entitle] = useState<string>();
  const texts = textsIn(language);

  useEffect(
    () =>
      session.onChange(() => {
        setToken(session.token);
        setNotice(session.hasEnded ? { signedOut: 'ended' } : undefined);
      }),
    [session],
  );
  useEffect(() => {
    document.documentElement.lang = texts.lang;
  }, [texts]);

  const keepFocus = useFocusReturn(view.open);
  const [peeked, setPeeked] = useState<readonly string[]>([]);
  const expand = useCallback((path: string) => {
    setPeeked((before) => before.filter((other) => other !== path));
  }, []);
  const open = useCallback(
    (path: string, isPeek = false) => {
      keepFocus(path);
      expand(path);
      if (isPeek) setPeeked((before) => [...before, path]);
      // A narrow screen shows only one of them.
      const isRoomy = !matchMedia(narrow).matches;
      change((before) => ({ ...before, open: path, request: before.request && isRoomy }));
    },
    [change, keepFocus, expand],
  );
  const draft = useRef<string | undefined>(undefined);
  const refine = useCallback(
    (how: (view: View) => View) => {
      const { current: words } = draft;
      change((before) => (words === undefined ? how(before) : refinedWith(before, words, how)));
    },
    [change],
  );
  const signIn = (): void => {
    void session.begin(printView(view)).then((failure) => {
      if (failure) setNotice({ failure });
    });
  };
  const signInDemonstration = (): void => {
    setNotice(undefined);
    void session.beginDemonstration(printView(view)).then((failure) => {
      if (failure) setNotice({ failure });
    });
  };
  const signOut = (): void => {
    change((before) => ({ ...before, open: undefined }), 'replace');
    void session.signOut().then((isRevoked) => {
      setNotice({ signedOut: isRevoked ? 'revoked' : 'notRevoked' });
    });
  };

  const navigation = useMemo(
    () => ({ view, change, refine, draft, camera, open, peeked, expand, entitle }),
    [view, change, refine, open, peeked, expand],
  );
  const kindNames = useLoadedNames(api, texts.lang, isSignedIn);
  useEffect(() => {
    const subject = opened ?? subjectOf(view, kindNames);
    document.title = subject === '' ? BRAND : `${subject} – ${BRAND}`;
  }, [texts, view.q, view.filters, opened, kindNames]);
  return (
    <ApiContext.Provider value={api}>
      <TextsContext.Provider value={texts}>
        <KindNamesContext.Provider value={kindNames}>
          <NavigationContext.Provider value={navigation}>
            <Boundary>
              <Header
                isSignedIn={isSignedIn}
                canSignIn={configuration.clientId !== undefined}
                home={`${rootOf(configuration)}/explore${printView({ ...emptyView, language: view.language })}`}
                account={`${rootOf(configuration)}/v2/oauth/account?lang=${language}`}
                language={language}
                signIn={signIn}
                signOut={signOut}
              />
              <Explorer
                configuration={configuration}
                isSignedIn={isSignedIn}
                notice={notice}
                signIn={signIn}
                signInDemonstration={signInDemonstration}
              />
            </Boundary>
          </NavigationContext.Provider>
        </KindNamesContext.Provider>
      </TextsContext.Provider>
    </ApiContext.Provider>
  );
}
