import icons from './kind-icons.json';

/** A kind without an entry has the icon of its nearest broader kind. */
const ownIcons: Readonly<Record<string, string>> = icons;

/** The name of the icon of a place: that of the narrowest of its kinds that has one. Of equally narrow kinds, the first counts. */
export function iconNameOf(kinds: readonly { readonly id: string }[] = []): string {
  const narrowestFirst = kinds.toSorted((a, b) => levelsOf(b.id) - levelsOf(a.id));
  return narrowestFirst.map(({ id }) => iconOf(id)).find((icon) => icon !== undefined) ?? 'marker';
}

function levelsOf(id: string): number {
  return id.split('/').length;
}

function iconOf(id: string): string | undefined {
  const end = id.lastIndexOf('/');
  return ownIcons[id] ?? (end < 0 ? undefined : iconOf(id.slice(0, end)));
}
