import { useEffect, useState } from 'preact/hooks';
import { type Facet } from '../api/records.js';
import { count } from '../parts/formats.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { facetFields, type FacetName, facetNames, toggled } from '../view/view.js';

/** Wide enough to show the filters open beside the list. */
const roomy = '(min-width: 80rem)';

/** The facets of the search, with counts. */
export function Facets({ facets }: { facets: readonly Facet[] }) {
  const texts = useTexts();
  const [isOpen] = useState(() => matchMedia(roomy).matches);
  const { filters } = useNavigation().view;
  if (!facets.some(({ buckets }) => buckets.length > 0) && !facetNames.some((name) => filters[name])) return null;
  return (
    <details class="facets" open={isOpen}>
      <summary>{texts.filters}</summary>
      <div>
        {facetNames.map((name) => (
          <Choice key={name} name={name} facet={facets.find(({ field }) => field === facetFields[name])} />
        ))}
      </div>
    </details>
  );
}

function Choice({ name, facet }: { name: FacetName; facet: Facet | undefined }) {
  const texts = useTexts();
  const { view, change } = useNavigation();
  const chosen = view.filters[name] ?? [];
  const counted = facet?.buckets ?? [];
  // With a chosen value the counts cover only its places, so keep the other values from the earlier response.
  const [before, setBefore] = useState<readonly string[]>([]);
  useEffect(() => {
    if (chosen.length === 0) setBefore(counted.map(({ value }) => value));
  }, [facet]);
  const others = [...new Set([...chosen, ...(chosen.length > 0 ? before : [])])];
  const uncounted = others.filter((value) => !counted.some((bucket) => bucket.value === value));
  const values = [...counted, ...uncounted.map((value) => ({ value, found: undefined }))];
  if (values.length === 0) return null;
  return (
    <fieldset>
      <legend>{texts.facets[name]}</legend>
      {values.map(({ value, found }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => {
              change((before) => toggled({ ...before, open: undefined }, name, value));
            }}
          />{' '}
          <span dir="auto">{value}</span> {found !== undefined && <small>{count(found, texts.lang)}</small>}
        </label>
      ))}
    </fieldset>
  );
}
