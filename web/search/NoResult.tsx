import { type Header } from '../api/records.js';
import { distance } from '../parts/formats.js';
import { Glyph, Icon } from '../parts/Icon.js';
import { RecordLink } from '../parts/RecordLink.js';
import { useKindNames } from '../texts/use-kind-names.js';
import { useTexts } from '../texts/use-texts.js';
import { focusResults } from '../view/focus-results.js';
import { useNavigation } from '../view/use-navigation.js';
import { ClearFilters } from './Chosen.js';
import { conditionsIn, subjectOf } from './conditions.js';
import { newSearch, withWords } from '../view/view.js';
import { insteadOf, nothingOf } from './understood.js';

/** Says what was searched for, names the nearest place, and offers to leave out each condition, or else the words. */
export function NoResult({ header }: { header: Header }) {
  const texts = useTexts();
  const { view, change, refine } = useNavigation();
  const kindNames = useKindNames();
  const words = { what: `“${view.q}”`, without: (before: typeof view) => ({ ...before, q: '', exact: false }) };
  const conditions = conditionsIn(view, texts, kindNames);
  // Without the words nothing would be left of a search without filters.
  const offered = view.q === '' || conditions.length === 0 ? conditions : [...conditions, words];
  const { nearest } = header;
  const read = insteadOf(header, texts);
  const isLost = view.q !== '' && offered.length + read.length === 0;
  const instead = isLost ? [{ label: texts.allHere, q: '' }] : read;
  const isOpenNow = view.openNow && conditions.length === 1;
  const kind = conditions.length === 0 || isOpenNow ? nothingOf(view, header, texts) : undefined;
  const what = kind !== undefined && isOpenNow ? `${kind} ${texts.openWhen.now}` : kind;
  return (
    <div class="no-result stack">
      <Icon name="marker" />
      <p class="name" dir="auto">
        {what === undefined
          ? texts.nothingFor(subjectOf(view, kindNames), conditions.length > 0)
          : texts.nothingOf(what)}
      </p>
      {nearest && (
        <p>
          {texts.nearest}{' '}
          <RecordLink to={nearest.link}>
            <bdi>{nearest.name}</bdi>
          </RecordLink>
          {nearest.distance !== undefined && `, ${texts.distance(distance(Number(nearest.distance), texts.lang))}`}
        </p>
      )}
      {instead.length > 0 && (
        <ul class="row">
          {instead.map(({ label, q }) => (
            <li key={label}>
              <button
                type="button"
                class="chip"
                onClick={() => {
                  change((before) => (q === '' ? newSearch(before, {}) : withWords(before, q)));
                  focusResults();
                }}
              >
                <bdi>{label}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      {/* A kind that was understood is not misspelt. */}
      {offered.length === 0 && !nearest && what === undefined && <p class="line">{texts.nothing}</p>}
      {offered.length > 0 && <p class="line">{texts.leaveOut}</p>}
      {offered.length > 0 && (
        <ul class="row">
          {offered.map(({ what, without }) => (
            <li key={what}>
              <button
                type="button"
                class="chip"
                aria-label={texts.without(what)}
                onClick={() => {
                  refine(without);
                  focusResults();
                }}
              >
                <bdi>{what}</bdi> <Glyph name="clear" />
              </button>
            </li>
          ))}
          {conditions.length > 1 && <ClearFilters />}
        </ul>
      )}
    </div>
  );
}
