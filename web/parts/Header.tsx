import { SearchBox } from '../search/SearchBox.js';
import { BRAND } from '../texts/texts.js';
import { keepLanguage, useTexts } from '../texts/use-texts.js';
import { useDisclosure } from '../view/use-disclosure.js';
import { narrow, useMedia } from '../view/use-media.js';
import { useNavigation } from '../view/use-navigation.js';
import { type Language, languages } from '../view/view.js';
import { Glyph } from './Icon.js';
import { RequestButton } from './RequestButton.js';
import { RecordLink } from './RecordLink.js';

interface Props {
  readonly isSignedIn: boolean;
  /** Whether the OAuth client is registered. */
  readonly canSignIn: boolean;
  /** The path of the page as it first opens, in the language that was chosen. */
  readonly home: string;
  /** The path of the page with the user's sessions and apps. */
  readonly account: string;
  readonly language: Language;
  readonly signIn: () => void;
  readonly signOut: () => void;
}

const names: Readonly<Record<Language, string>> = { pt: 'PT', en: 'EN' };

const myself = { rel: 'self', uri: '/v2/users/me' };

export function Header({ isSignedIn, canSignIn, home, account, language, signIn, signOut }: Props) {
  const texts = useTexts();
  const { change } = useNavigation();
  const isNarrow = useMedia(narrow);
  const { isOpen, toggle, close, element } = useDisclosure<HTMLDivElement>();
  return (
    <header class="top row">
      <h1>
        <a href={home}>{BRAND}</a>
      </h1>
      <SearchBox isSignedIn={isSignedIn} />
      <div class="account" ref={element}>
        {/* Only narrow screens show it; wide ones always show what it opens. */}
        <button
          id="menu-button"
          type="button"
          aria-label={texts.menu}
          aria-expanded={isOpen}
          aria-controls="tools"
          onClick={toggle}
        >
          <Glyph name="menu" />
        </button>
        <div id="tools" class="tools row" data-open={isOpen}>
          {isNarrow && (
            <a class="button home" href={home}>
              {BRAND}
            </a>
          )}
          <RequestButton onPress={close} />
          <label>
            <span class="hidden">{texts.language}</span>
            <select
              value={language}
              onChange={({ currentTarget }) => {
                const chosen = currentTarget.value as Language;
                keepLanguage(chosen);
                change((before) => ({ ...before, language: chosen }), 'replace');
                close();
                // On a narrow screen, the choice disappears with the menu.
                document.getElementById('menu-button')?.focus();
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
            <RecordLink to={myself} class="button" onOpen={close}>
              <Glyph name="person" /> {texts.myProfile}
            </RecordLink>
          )}
          {isSignedIn && (
            <a class="button" href={account}>
              {texts.account}
            </a>
          )}
          {(isSignedIn || canSignIn) && (
            <button
              type="button"
              onClick={() => {
                close();
                if (isSignedIn) signOut();
                else signIn();
              }}
            >
              {isSignedIn ? texts.signOut : texts.signIn}
            </button>
          )}
        </div>
      </div>
    </header>
  );
}
