import { useTexts } from '../texts/use-texts.js';
import { SearchBox } from '../search/SearchBox.js';
import { narrow } from '../view/use-media.js';
import { useNavigation } from '../view/use-navigation.js';
import { type Language, languages, type Sort, sorts } from '../view/view.js';
import { NearMe } from './NearMe.js';
import { RecordLink } from './RecordLink.js';

interface Props {
  readonly isSignedIn: boolean;
  /** Whether the OAuth client is registered. */
  readonly canSignIn: boolean;
  readonly language: Language;
  readonly signIn: () => void;
  readonly signOut: () => void;
}

const names: Readonly<Record<Language, string>> = { pt: 'PT', en: 'EN' };

const myself = { rel: 'self', uri: '/v2/users/me' };

export function Header({ isSignedIn, canSignIn, language, signIn, signOut }: Props) {
  const texts = useTexts();
  const { view, change } = useNavigation();
  return (
    <header class="top">
      <h1>{texts.brand}</h1>
      <SearchBox isSignedIn={isSignedIn} />
      <div class="tools">
        <label>
          <span class="hidden">{texts.sortLabel}</span>
          <select
            name="sort"
            value={view.sort}
            onChange={({ currentTarget }) => {
              const sort = currentTarget.value as Sort;
              change((before) => ({ ...before, sort, open: undefined }));
            }}
          >
            {sorts
              .filter((sort) => sort !== 'distance' || view.near)
              .map((sort) => (
                <option key={sort} value={sort}>
                  {texts.sorts[sort]}
                </option>
              ))}
          </select>
        </label>
        <NearMe />
        <button
          id="request-button"
          type="button"
          aria-pressed={view.request}
          aria-label={texts.request}
          onClick={() => {
            // A narrow screen shows only one of them.
            const keeps = !matchMedia(narrow).matches;
            change(({ open, ...before }) => ({ ...before, open: keeps ? open : undefined, request: !before.request }));
          }}
        >
          {'{ }'} <span class="word">{texts.request}</span>
        </button>
      </div>
      <div class="tools account">
        <label>
          <span class="hidden">{texts.language}</span>
          <select
            value={language}
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.value as Language;
              change((before) => ({ ...before, language: chosen }), 'replace');
            }}
          >
            {languages.map((name) => (
              <option key={name} value={name} lang={name}>
                {names[name]}
              </option>
            ))}
          </select>
        </label>
        {isSignedIn && (
          <RecordLink to={myself} class="button">
            {texts.myAccount}
          </RecordLink>
        )}
        {(isSignedIn || canSignIn) && (
          <button type="button" onClick={isSignedIn ? signOut : signIn}>
            {isSignedIn ? texts.signOut : texts.signIn}
          </button>
        )}
      </div>
    </header>
  );
}
