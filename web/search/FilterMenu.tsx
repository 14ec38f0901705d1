import { useId, useState } from 'preact/hooks';
import { fold } from '../../src/places/words/fold.js';
import { type Facet } from '../api/records.js';
import { useQuery } from '../api/use-query.js';
import { count } from '../parts/formats.js';
import { Glyph } from '../parts/Icon.js';
import { nameOfKind } from '../texts/kind-names.js';
import { useKindNames } from '../texts/use-kind-names.js';
import { useTexts } from '../texts/use-texts.js';
import { COUNTED_VALUES, countPath, FACET_VALUES, type Searched } from '../view/search-request.js';
import { useDisclosure } from '../view/use-disclosure.js';
import { useNavigation } from '../view/use-navigation.js';
import { type FacetName, toggled } from '../view/view.js';
import { groupedByName } from './same-names.js';

type Buckets = Facet['buckets'];

interface Props {
  readonly name: FacetName;
  /** The most frequent values of the search, which counts only places with the chosen ones. Undefined until the first search has ended. */
  readonly buckets: Buckets | undefined;
  readonly search: Searched;
}

/** A button that opens the values of a facet, each with the places that it would find. */
export function FilterMenu({ name, buckets, search }: Props) {
  const texts = useTexts();
  const { view } = useNavigation();
  const { isOpen, toggle, element } = useDisclosure<HTMLDivElement>();
  const menu = useId();
  const nameOf = useNameOf(name);
  const chosen = view.filters[name] ?? [];
  // As many as are ticked: one may stand for several values.
  const ticked = groupedByName(chosen, nameOf).length;
  if (buckets?.length === 0 && chosen.length === 0) return null;
  return (
    <div class="filter" ref={element}>
      <button
        type="button"
        class={ticked > 0 ? 'pill active' : 'pill'}
        aria-expanded={isOpen}
        aria-controls={menu}
        disabled={!buckets}
        onClick={toggle}
      >
        {texts.facets[name]} {ticked > 0 && `(${ticked})`} <Glyph name="down" />
      </button>
      <fieldset id={menu} class="menu over" hidden={!isOpen}>
        <legend class="hidden">{texts.facets[name]}</legend>
        {isOpen && buckets && <Values name={name} buckets={buckets} search={search} chosen={chosen} />}
      </fieldset>
    </div>
  );
}

function Values({ name, buckets, search, chosen }: Props & { buckets: Buckets; chosen: readonly string[] }) {
  const texts = useTexts();
  const { refine } = useNavigation();
  const nameOf = useNameOf(name);
  const [sought, setSought] = useState('');
  const [isWhole, setWhole] = useState(false);
  const isPart = chosen.length > 0 || buckets.length >= FACET_VALUES;
  const { value } = useQuery<{ results: { facets: readonly Facet[] } }>(
    isPart ? countPath(search, name) : undefined,
    false,
  );
  const known = value?.results.facets[0]?.buckets ?? buckets;
  const missing = chosen.filter((value) => !known.some((bucket) => bucket.value === value));
  const values = [...known, ...missing.map((value) => ({ value, found: 0 }))];
  const found = new Map(values.map((bucket) => [bucket.value, bucket.found]));
  const named = groupedByName([...found.keys()], nameOf).map((group) => ({
    ...group,
    isChosen: group.values.some((value) => chosen.includes(value)),
    // Few places are in two categories that the reader calls alike. They count twice.
    found: group.values.reduce((sum, value) => sum + (found.get(value) ?? 0), 0),
  }));
  const listed = named.filter(({ name: label, isChosen }, at) =>
    sought === '' ? isWhole || at < FACET_VALUES || isChosen : fold(label).includes(fold(sought).trim()),
  );
  return (
    <>
      {named.length > FACET_VALUES && (
        <input
          type="text"
          aria-label={texts.searchValues(texts.facets[name])}
          placeholder={texts.searchValues(texts.facets[name])}
          value={sought}
          onInput={({ currentTarget }) => {
            setSought(currentTarget.value);
          }}
        />
      )}
      {listed.map(({ name: label, values: alike, isChosen, found }) => (
        <label key={label}>
          <input
            type="checkbox"
            checked={isChosen}
            onChange={() => {
              refine((before) => toggled({ ...before, open: undefined }, name, ...alike));
            }}
          />{' '}
          <span dir="auto">{label}</span> <small>{count(found, texts.lang)}</small>
        </label>
      ))}
      {listed.length === 0 && <p class="line">{texts.noValue}</p>}
      {sought !== '' && known.length >= COUNTED_VALUES && (
        <p class="line">{texts.mostFrequent(count(COUNTED_VALUES, texts.lang))}</p>
      )}
      {sought === '' && listed.length < named.length && (
        <button
          type="button"
          class="plain"
          onClick={({ currentTarget }) => {
            // The button disappears, so move the focus to the next value.
            const before = currentTarget.previousElementSibling;
            setWhole(true);
            setTimeout(() => before?.nextElementSibling?.querySelector('input')?.focus());
          }}
        >
          {texts.more} ({count(named.length - listed.length, texts.lang)})
        </button>
      )}
    </>
  );
}

/** What the reader calls the values of a facet. */
function useNameOf(name: FacetName): (value: string) => string {
  const kindNames = useKindNames();
  return name === 'kind' ? (id) => nameOfKind(id, kindNames) : String;
}
