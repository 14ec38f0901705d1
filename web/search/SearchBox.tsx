import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Suggestion } from '../api/records.js';
import { useApi } from '../api/use-api.js';
import { Glyph } from '../parts/Icon.js';
import { categoryLine, narrowest } from '../texts/kind-names.js';
import { useKindNames } from '../texts/use-kind-names.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { isTooLong, newSearch, withWords } from '../view/view.js';
import { subjectOf } from './conditions.js';
import { areaWords, SuggestionLine } from './SuggestionLine.js';
import { useSuggestions } from './use-suggestions.js';

/** The search box with suggestions (ARIA 1.2 combobox with list popup). */
export function SearchBox({ isSignedIn }: { isSignedIn: boolean }) {
  const texts = useTexts();
  const api = useApi();
  const { view, change, draft, camera, open } = useNavigation();
  const kindNames = useKindNames();
  /** The place that was chosen last from the suggestions. */
  const [taken, setTaken] = useState<{ path: string; name: string }>();
  const subject = subjectOf(view, kindNames);
  /** What the box has until something is typed. */
  const shown = taken !== undefined && taken.path === view.open ? taken.name : subject;
  const [typed, setTyped] = useState(shown);
  const [isOffered, setOffered] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useId();
  const box = useRef<HTMLInputElement>(null);
  const words = typed.trim();
  draft.current = words === shown.trim() || isTooLong(words) ? undefined : words;
  const suggestions = useSuggestions(
    { ...view, around: camera.current() ?? view.around },
    isSignedIn && isOffered && !isTooLong(words) ? words : '',
  );
  const isOpen = isOffered && suggestions.length > 0;
  const optionId = (at: number): string => `${list}-${at}`;

  // What is typed is dropped where a place is opened.
  const before = useRef({ shown, open: view.open });
  useEffect(() => {
    const { shown: earlier, open: opened } = before.current;
    before.current = { shown, open: view.open };
    if (earlier !== shown || (view.open !== undefined && opened !== view.open)) setTyped(shown);
  }, [shown, view.open]);
  // Before the lines are shown: an effect after it would take back what a quick key has chosen.
  useLayoutEffect(() => {
    setActive(-1);
  }, [suggestions]);

  const search = (): void => {
    setOffered(false);
    if (isTooLong(words)) return;
    change((now) => (words === subject.trim() ? withWords(now, now.q) : newSearch(now, { q: words })));
  };
  const take = (suggestion: Suggestion): void => {
    const { type, text, link, places = 1, kinds } = suggestion;
    setOffered(false);
    if (type === 'place' && places > 1) {
      setTyped(text);
      change((now) => newSearch(now, { q: text }));
      return;
    }
    if (type === 'place') {
      const path = api.pathOf(link);
      setTyped(text);
      setTaken({ path, name: text });
      open(path, true);
      return;
    }
    if (type !== 'category' && type !== 'subcategory') {
      const q = areaWords(suggestion, suggestions);
      setTyped(q);
      change((now) => newSearch(now, { q }));
      return;
    }
    const q = categoryLine(suggestion, kindNames);
    setTyped(q);
    const kind = narrowest(kinds);
    // As if it had been typed: a filter finds less than the words do, in another order. Words for several kinds find less.
    change((now) => newSearch(now, kind.length > 1 ? { filters: { kind } } : { q }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOffered(false);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOffered(true);
      if (!isOpen) return;
      // Below the last line and above the first is the box itself.
      const moved = active + (event.key === 'ArrowDown' ? 1 : -1);
      setActive(moved < -1 ? suggestions.length - 1 : moved === suggestions.length ? -1 : moved);
    } else if (event.key === 'Enter' && isOpen && suggestions[active]) {
      event.preventDefault();
      take(suggestions[active]);
    }
  };

  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <div class="combobox">
        <input
          ref={box}
          type="text"
          dir="auto"
          role="combobox"
          aria-label={texts.searchLabel}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={list}
          aria-activedescendant={isOpen && suggestions[active] ? optionId(active) : undefined}
          placeholder={texts.searchLabel}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setOffered(true);
            // The lines of the next text are others.
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setOffered(false);
          }}
        />
        {typed !== '' && (
          <button
            type="button"
            class="clear"
            aria-label={texts.clearSearch}
            onClick={() => {
              setTyped('');
              change((now) => newSearch(now, {}));
              box.current?.focus();
            }}
          >
            <Glyph name="clear" />
          </button>
        )}
        <p role="alert" class="too-long over" hidden={!isTooLong(words)}>
          {isTooLong(words) && texts.tooLong}
        </p>
        <ul
          id={list}
          role="listbox"
          class="over"
          aria-label={texts.suggestions}
          hidden={!isOpen}
          // Keep the focus in the box.
          onMouseDown={(event) => {
            event.preventDefault();
          }}
        >
          {suggestions.map((suggestion, at) => (
            <li
              key={`${suggestion.type} ${suggestion.id} ${suggestion.places ?? 1}`}
              id={optionId(at)}
              role="option"
              aria-selected={at === active}
              onClick={() => {
                take(suggestion);
              }}
            >
              <SuggestionLine suggestion={suggestion} />
            </li>
          ))}
        </ul>
      </div>
      <button type="submit" aria-label={texts.search}>
        <Glyph name="search" />
      </button>
    </form>
  );
}
