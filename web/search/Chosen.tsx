import { Glyph } from '../parts/Icon.js';
import { useKindNames } from '../texts/use-kind-names.js';
import { useTexts } from '../texts/use-texts.js';
import { focusResults } from '../view/focus-results.js';
import { useNavigation } from '../view/use-navigation.js';
import { type View } from '../view/view.js';
import { conditionsIn, withoutConditions } from './conditions.js';
import { type Understood, withoutRole } from './understood.js';

interface Props {
  readonly understood: readonly Understood[];
  /** Whether to show only what the words mean. */
  readonly isOfWords: boolean;
}

/** What the words mean, and the chosen filters, each with a button that removes it. */
export function Chosen({ understood, isOfWords }: Props) {
  const texts = useTexts();
  const kindNames = useKindNames();
  const { view, refine } = useNavigation();
  const read = understood.map(({ role, what }) => ({ what, without: (before: View) => withoutRole(before, role) }));
  const chosen = isOfWords ? [] : conditionsIn(view, texts, kindNames);
  const remove = (without: (view: View) => View): void => {
    refine(without);
    // The button disappears with its filter, so move the focus.
    focusResults();
  };
  if (read.length + chosen.length === 0) return null;
  return (
    <ul class="chosen row" aria-label={texts.chosenFilters}>
      {[...read, ...chosen].map(({ what, without }, at) => (
        <li key={`${at < read.length ? 'read' : 'chosen'} ${what}`}>
          <button
            type="button"
            class={at < read.length ? 'chip read' : 'chip'}
            aria-label={texts.remove(what)}
            onClick={() => {
              remove(without);
            }}
          >
            <bdi>{what}</bdi> <Glyph name="clear" />
          </button>
        </li>
      ))}
      {chosen.length > 1 && <ClearFilters />}
    </ul>
  );
}

/** An item that removes all chosen filters. */
export function ClearFilters() {
  const texts = useTexts();
  const { refine } = useNavigation();
  return (
    <li>
      <button
        type="button"
        class="plain"
        onClick={() => {
          refine(withoutConditions);
          focusResults();
        }}
      >
        {texts.clearFilters}
      </button>
    </li>
  );
}
