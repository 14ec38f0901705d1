import { useId } from 'preact/hooks';
import { type Facet } from '../api/records.js';
import { count } from '../parts/formats.js';
import { Glyph } from '../parts/Icon.js';
import { useTexts } from '../texts/use-texts.js';
import { useDisclosure } from '../view/use-disclosure.js';
import { useNavigation } from '../view/use-navigation.js';
import { type FacetName, toggled } from '../view/view.js';

/** Values that a menu shows beside the chosen ones. */
const SHOWN = 10;

interface Props {
  readonly name: FacetName;
  readonly buckets: Facet['buckets'];
}

/** A button that opens the values of a facet, each with the places that it would find. */
export function FilterMenu({ name, buckets }: Props) {
  const texts = useTexts();
  const { view, change } = useNavigation();
  const { isOpen, toggle, element } = useDisclosure<HTMLDivElement>();
  const menu = useId();
  const chosen = view.filters[name] ?? [];
  const listed = buckets.filter(({ value }, at) => at < SHOWN || chosen.includes(value));
  const missing = chosen.filter((value) => !listed.some((bucket) => bucket.value === value));
  const values = [...listed, ...missing.map((value) => ({ value, found: 0 }))];
  if (values.length === 0) return null;
  return (
    <div class="filter" ref={element}>
      <button
        type="button"
        class={chosen.length > 0 ? 'pill active' : 'pill'}
        aria-expanded={isOpen}
        aria-controls={menu}
        onClick={toggle}
      >
        {texts.facets[name]} {chosen.length > 0 && <span class="badge">{chosen.length}</span>} <Glyph name="down" />
      </button>
      <fieldset id={menu} class="menu" hidden={!isOpen}>
        <legend class="hidden">{texts.facets[name]}</legend>
        {values.map(({ value, found }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => {
                change((before) => toggled({ ...before, open: undefined }, name, value));
              }}
            />{' '}
            <span dir="auto">{value}</span> <small>{count(found, texts.lang)}</small>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
