import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { facetNames, toggled, type View, withoutNear } from '../view/view.js';

/** The active filters, each with a remove button. */
export function Chosen() {
  const texts = useTexts();
  const { view, change } = useNavigation();
  const chosen: { what: string; without: (view: View) => View }[] = [
    ...facetNames.flatMap((name) =>
      (view.filters[name] ?? []).map((value) => ({
        what: value,
        without: (before: View) => toggled(before, name, value),
      })),
    ),
    ...(view.exact ? [{ what: texts.asTyped, without: (before: View) => ({ ...before, exact: false }) }] : []),
    ...(view.box ? [{ what: texts.thisArea, without: (before: View) => ({ ...before, box: undefined }) }] : []),
    ...(view.near ? [{ what: texts.nearHere, without: withoutNear }] : []),
  ];
  if (chosen.length === 0) return null;
  return (
    <ul class="chosen" aria-label={texts.filters}>
      {chosen.map(({ what, without }) => (
        <li key={what}>
          <button
            type="button"
            aria-label={texts.remove(what)}
            onClick={() => {
              change(without);
              // The button disappears with its filter, so move the focus.
              document.getElementById('results-heading')?.focus();
            }}
          >
            <bdi>{what}</bdi> <span aria-hidden="true">✕</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
