import { type Texts } from '../texts/texts.js';
import { groupedByName } from './same-names.js';
import { facetNames, kindFacets, toggled, type View, withoutNear } from '../view/view.js';

/** A condition of a search beside its words. */
interface Condition {
  readonly what: string;
  readonly without: (view: View) => View;
}

/** @param nameOf what the reader calls a category */
export function conditionsIn(view: View, texts: Texts, nameOf: (name: string) => string): Condition[] {
  return [
    ...facetNames.flatMap((name) =>
      groupedByName(view.filters[name] ?? [], name === 'category' || name === 'subcategory' ? nameOf : String).map(
        ({ name: what, values }) => ({ what, without: (before: View) => toggled(before, name, ...values) }),
      ),
    ),
    ...(view.openNow ? [{ what: texts.openNow, without: (before: View) => ({ ...before, openNow: false }) }] : []),
    ...(view.saved.length > 0
      ? [{ what: texts.savedPlaces, without: (before: View) => ({ ...before, saved: [] }) }]
      : []),
    ...(view.exact ? [{ what: texts.asTyped, without: (before: View) => ({ ...before, exact: false }) }] : []),
    ...(view.box ? [{ what: texts.thisArea, without: (before: View) => ({ ...before, box: undefined }) }] : []),
    ...(view.near ? [{ what: texts.nearHere, without: withoutNear }] : []),
  ];
}

/** What is searched, for readers: the words, else the kinds that were chosen. */
export function subjectOf({ q, filters }: View, nameOf: (name: string) => string): string {
  if (q !== '') return q;
  const kinds = kindFacets.flatMap((name) => filters[name] ?? []);
  return groupedByName(kinds, nameOf)
    .map(({ name }) => name)
    .join(', ');
}

/** Only the words of a search. */
export function withoutConditions(view: View): View {
  return { ...withoutNear(view), filters: {}, openNow: false, saved: [], exact: false, box: undefined };
}
