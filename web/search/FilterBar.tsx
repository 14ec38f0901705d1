import { type Facets } from '../api/use-facets.js';
import { NearMe } from '../parts/NearMe.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { facetNames } from '../view/view.js';
import { FilterMenu } from './FilterMenu.js';

/** What the search can be narrowed by. */
export function FilterBar({ facets, isInert }: { facets: Facets; isInert: boolean }) {
  const texts = useTexts();
  const { view, change } = useNavigation();
  return (
    <div class="filters" inert={isInert} role="group" aria-label={texts.filters}>
      <NearMe />
      <button
        type="button"
        class="pill"
        aria-pressed={view.openNow}
        onClick={() => {
          change((before) => ({ ...before, openNow: !before.openNow, open: undefined }));
        }}
      >
        {texts.openNow}
      </button>
      {facetNames.map((name) => (
        <FilterMenu key={name} name={name} buckets={facets[name]} />
      ))}
    </div>
  );
}
