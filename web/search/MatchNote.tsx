import { type Header } from '../api/records.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';

/** Says how the places were found if none has all words as typed. */
export function MatchNote({ header: { match, omitted = [] } }: { header: Header }) {
  const texts = useTexts();
  if (match === undefined) return null;
  if (match === 'corrected') return <p class="match">{texts.corrected}</p>;
  return (
    <p class="match">
      {texts.relaxed} <em dir="auto">{omitted.join(', ')}</em>.
    </p>
  );
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
