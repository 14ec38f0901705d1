import { Glyph } from '../parts/Icon.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { type View } from '../view/view.js';
import { conditionsIn, withoutConditions } from './conditions.js';

/** The chosen filters, each with a button that removes it. */
export function Chosen() {
  const texts = useTexts();
  const { view, change } = useNavigation();
  const chosen = conditionsIn(view, texts);
  const remove = (without: (view: View) => View): void => {
    change(without);
    // The button disappears with its filter, so move the focus.
    document.getElementById('results-heading')?.focus();
  };
  if (chosen.length === 0) return null;
  return (
    <ul class="chosen" aria-label={texts.chosenFilters}>
      {chosen.map(({ what, without }) => (
        <li key={what}>
          <button
            type="button"
            class="chip"
            aria-label={texts.remove(what)}
            onClick={() => {
              remove(without);
            }}
          >
            <bdi>{what}</bdi> <Glyph name="clear" />
          </button>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <button
            type="button"
            class="plain"
            onClick={() => {
              remove(withoutConditions);
            }}
          >
            {texts.clearFilters}
          </button>
        </li>
      )}
    </ul>
  );
}
