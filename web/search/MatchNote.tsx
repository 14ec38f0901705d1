import { type Header } from '../api/records.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';

/** Says how the places were found if none has all words as typed, and which city or district the words name. */
export function MatchNote({ header: { match, omitted = [], where } }: { header: Header }) {
  const texts = useTexts();
  return (
    <>
      {where && (
        <p class="match">
          <bdi>{texts.where[where.relation](areaLine(where))}</bdi>
        </p>
      )}
      {match === 'corrected' && <p class="match">{texts.corrected}</p>}
      {match === 'relaxed' && (
        <p class="match">
          {texts.relaxed} <em dir="auto">{omitted.join(', ')}</em>.
        </p>
      )}
    </>
  );
}

function areaLine({ name, city, state }: NonNullable<Header['where']>): string {
  return [name, city, state].filter((part) => part !== undefined).join(', ');
}

/** Repeats the search with the words as typed. */
export function SearchAsTyped() {
  const texts = useTexts();
  const { change } = useNavigation();
  return (
    <button
      type="button"
      class="as-typed quiet"
      onClick={() => {
        change((before) => ({ ...before, exact: true, open: undefined }));
        // The button disappears, so move the focus.
        document.getElementById('results-heading')?.focus();
      }}
    >
      {texts.searchAsTyped}
    </button>
  );
}
