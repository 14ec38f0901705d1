import { type Facet } from '../api/records.js';
import { Glyph } from '../parts/Icon.js';
import { NearMe } from '../parts/NearMe.js';
import { useTexts } from '../texts/use-texts.js';
import { useSaved } from '../view/use-saved.js';
import { useNavigation } from '../view/use-navigation.js';
import { type Searched } from '../view/search-request.js';
import { facetFields, facetNames, ratings } from '../view/view.js';
import { ratedText } from './conditions.js';
import { FilterMenu } from './FilterMenu.js';
import { withoutRole } from './understood.js';

interface Props {
  /** Undefined until the first search has ended. */
  readonly facets: readonly Facet[] | undefined;
  readonly search: Searched;
  /** Whether the words of the search say `open now`. */
  readonly saysOpenNow: boolean;
  readonly isInert: boolean;
}

/** What the search can be narrowed by. */
export function FilterBar({ facets, search, saysOpenNow, isInert }: Props) {
  const texts = useTexts();
  const { view, refine } = useNavigation();
  const { ids } = useSaved();
  const isSaved = view.saved.length > 0;
  return (
    <div class="filters row" inert={isInert} role="group" aria-label={texts.filters}>
      <NearMe text={texts.nearMe} />
      <button
        type="button"
        class="pill"
        aria-pressed={view.openNow || saysOpenNow}
        onClick={() => {
          const isPressed = view.openNow || saysOpenNow;
          refine((before) => {
            const next = { ...before, openNow: !isPressed, open: undefined };
            // As its chip does.
            return saysOpenNow ? withoutRole(next, 'when') : next;
          });
        }}
      >
        {texts.openNow}
      </button>
      <select
        class={view.rating ? 'pill active' : 'pill'}
        aria-label={texts.leastRating}
        value={view.rating ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const rating = ratings.find((one) => one === value);
          refine((before) => ({ ...before, rating, open: undefined }));
        }}
      >
        <option value="">{texts.leastRating}</option>
        {ratings.map((rating) => (
          <option key={rating} value={rating}>
            {ratedText(rating, texts)}
          </option>
        ))}
      </select>
      {(ids.length > 0 || isSaved) && (
        <button
          type="button"
          class="pill"
          aria-pressed={isSaved}
          onClick={() => {
            refine((before) => ({ ...before, saved: isSaved ? [] : ids, open: undefined }));
          }}
        >
          <Glyph name="save" /> {texts.savedPlaces}
        </button>
      )}
      {facetNames.map((name) => (
        <FilterMenu
          key={name}
          name={name}
          buckets={facets && (facets.find(({ field }) => field === facetFields[name])?.buckets ?? [])}
          search={search}
        />
      ))}
    </div>
  );
}
