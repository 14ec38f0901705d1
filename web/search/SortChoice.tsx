import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { type Sort, sorts } from '../view/view.js';

/** The order of the results. By distance only with a centre. */
export function SortChoice() {
  const texts = useTexts();
  const { view, refine } = useNavigation();
  return (
    <label class="sort">
      <span class="hidden">{texts.sortLabel}</span>
      <select
        name="sort"
        value={view.sort}
        onChange={({ currentTarget }) => {
          const sort = currentTarget.value as Sort;
          refine((before) => ({ ...before, sort, open: undefined }));
        }}
      >
        {sorts
          .filter((sort) => sort !== 'distance' || view.near)
          .map((sort) => (
            <option key={sort} value={sort}>
              {texts.sorts[sort]}
            </option>
          ))}
      </select>
    </label>
  );
}
