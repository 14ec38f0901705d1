import { Glyph, Icon } from '../parts/Icon.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { conditionsIn } from './conditions.js';

/** Says what was searched for, and offers to leave out each condition. */
export function NoResult() {
  const texts = useTexts();
  const { view, change } = useNavigation();
  const words = { what: `“${view.q}”`, without: (before: typeof view) => ({ ...before, q: '', exact: false }) };
  const conditions = conditionsIn(view, texts);
  // Without the words nothing would be left of a search without filters.
  const offered = view.q === '' || conditions.length === 0 ? conditions : [...conditions, words];
  return (
    <div class="no-result">
      <Icon name="marker" />
      <p class="name" dir="auto">
        {texts.nothingFor(view.q)}
      </p>
      {offered.length === 0 && <p class="line">{texts.nothing}</p>}
      {offered.length > 0 && <p class="line">{texts.leaveOut}</p>}
      {offered.length > 0 && (
        <ul>
          {offered.map(({ what, without }) => (
            <li key={what}>
              <button
                type="button"
                class="chip"
                aria-label={texts.without(what)}
                onClick={() => {
                  change(without);
                  document.getElementById('results-heading')?.focus();
                }}
              >
                <bdi>{what}</bdi> <Glyph name="clear" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
