import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getCountriesForTimezone } from 'countries-and-timezones';
import timeZoneAt from '@photostructure/tz-lookup';
import { KindCatalogue } from '../../src/places/kinds/kind-catalogue.js';
import { foldedWords } from '../../src/places/words/words.js';

/** Writes `brands.txt` and its licence from the package `name-suggestion-index`, which the service does not need at run time. */

type Tags = Readonly<Record<string, string>>;

interface Brand {
  readonly displayName: string;
  readonly locationSet: { readonly include?: readonly (string | readonly [number, number, number?])[] };
  readonly tags: Tags;
}

/** The code for brands of no certain country. */
const WORLD = '001';

export function writeBrands(target: string): void {
  // Its main file lies in dist/javascript.
  const folder = join(createRequire(__filename).resolve('name-suggestion-index'), '../../..');
  const { version } = readJson(join(folder, 'package.json')) as { version: string };
  const { nsi } = readJson(join(folder, 'dist/nsi.json')) as { nsi: Record<string, { items: Brand[] }> };
  const kindOf = kindsByTags();
  const kinds = new Map<string, Map<string, Set<string>>>();
  for (const [path, { items }] of Object.entries(nsi)) {
    if (!path.startsWith('brands/')) continue;
    for (const brand of items) {
      const kind = kindOf(brand.tags);
      const names = namesOf(brand);
      if (kind === undefined || names.length === 0) continue;
      const countries = countriesOf(brand).join(' ');
      const ofKind = kinds.get(kind) ?? new Map<string, Set<string>>();
      kinds.set(kind, ofKind.set(countries, new Set([...(ofKind.get(countries) ?? []), ...names])));
    }
  }
  writeFileSync(join(target, 'brands.txt'), render(kinds, version));
  const license = readFileSync(join(folder, 'LICENSE.md'), 'utf8').replace(/^#+ /gmu, '');
  writeFileSync(
    join(target, 'brands-license.txt'),
    `The file brands.txt is made from name-suggestion-index.\n\n${license}`,
  );
}

/** The narrowest kind whose tags a brand has. */
function kindsByTags(): (tags: Tags) => string | undefined {
  const catalogue = KindCatalogue.load();
  const all = catalogue.ids.flatMap((id) => catalogue.tagsOf(id).map((tags) => ({ id, tags: tags.split('+') })));
  return (tags) => {
    const own = new Set(Object.entries(tags).flatMap(([key, value]) => value.split(';').map((one) => `${key}=${one}`)));
    const fitting = all.filter((kind) => kind.tags.every((tag) => own.has(tag)));
    return fitting.sort((a, b) => b.tags.length - a.tags.length)[0]?.id;
  };
}

/** Folded. The display name may say in brackets which of several brands it is. */
function namesOf({ displayName, tags }: Brand): string[] {
  const { name, brand, short_name, alt_name } = tags;
  const names = [
    displayName.replace(/\s*\(.*\)$/u, ''),
    // Not all places of BP are a `BP Shop`.
    name ?? brand,
    short_name,
    ...(alt_name?.split(';') ?? []),
  ];
  const folded = names.flatMap((text) => (text === undefined ? [] : [foldedWords(text).join(' ')]));
  return [...new Set(folded)].filter((text) => text.length > 1);
}

/** ISO 3166 codes. A part of a country counts as the country, and a larger region as the world. */
function countriesOf({ locationSet: { include = [] } }: Brand): string[] {
  const codes = include.map((place) => {
    if (typeof place !== 'string') return getCountriesForTimezone(timeZoneAt(place[1], place[0]))[0]?.id.toLowerCase();
    return /^([a-z]{2})(?:-.*)?(?:\.geojson)?$/u.exec(place)?.[1];
  });
  const known = codes.filter((code) => code !== undefined);
  return known.length < codes.length || codes.length === 0 ? [WORLD] : [...new Set(known)].sort();
}

function render(kinds: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>, version: string): string {
  const head = [
    `Brands by the kind of their places. Made by npm run generate -- kinds from name-suggestion-index ${version}.`,
    `A line without an indent is a kind. An indented line has countries (${WORLD}: the world) and folded names of brands there.`,
    'Its licence is in brands-license.txt.',
  ];
  const lines = [...kinds]
    .sort(byKey)
    .flatMap(([kind, ofKind]) => [
      kind,
      ...[...ofKind].sort(byKey).map(([countries, names]) => ['', countries, [...names].sort().join('|')].join('\t')),
    ]);
  return [...head.map((line) => `# ${line}`), ...lines, ''].join('\n');
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
