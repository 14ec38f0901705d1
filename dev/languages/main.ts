import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';

const root = join(__dirname, '../..');
const folder = dirname(createRequire(__filename).resolve('cldr-core/package.json'));
const target = join(root, 'src/places');

/** CLDR's records of a language in a country. */
interface LanguagePopulation {
  readonly _populationPercent: string;
  readonly _officialStatus?: 'official' | 'de_facto_official' | 'official_regional';
}

type Countries = Readonly<
  Record<string, { readonly languagePopulation?: Readonly<Record<string, LanguagePopulation>> }>
>;

/** Percent of the inhabitants of a country that speak an official language of its regions, such as Catalan in Spain. */
const MIN_REGIONAL_PERCENT = 5;

/** CLDR has Norwegian three times. */
const SAME: Readonly<Record<string, string>> = { no: 'nb' };

/**
 * `npm run generate -- languages`: writes the official languages of each country, from the territory information of CLDR
 * (https://cldr.unicode.org).
 */
function generate(): void {
  const { territoryInfo } = supplemental('territoryInfo') as { territoryInfo: Countries };
  const { likelySubtags } = supplemental('likelySubtags') as { likelySubtags: Readonly<Record<string, string>> };
  const rows = Object.entries(territoryInfo)
    .filter(([country]) => /^[A-Z]{2}$/.test(country))
    .map(([country, { languagePopulation = {} }]) => {
      const isAtHome = (language: string): boolean => likelySubtags[language]?.endsWith(`-${country}`) === true;
      const languages = Object.entries(languagePopulation)
        .filter(([language, population]) => isOfficial(population, isAtHome(language)))
        .sort(([, a], [, b]) => Number(b._populationPercent) - Number(a._populationPercent))
        .map(([language]) => SAME[language] ?? language.replace('_', '-'));
      return [country, [...new Set(languages)].join(', ')] as const;
    })
    .filter(([, languages]) => languages !== '');
  const { version } = readJson(join(folder, 'package.json')) as { version: string };
  writeFileSync(join(target, 'country-languages.txt'), render(rows, version));
  const license = readFileSync(join(folder, 'LICENSE'), 'utf8');
  const head = 'The file country-languages.txt is made from cldr-core.\n\n';
  writeFileSync(join(target, 'country-languages-license.txt'), head + license);
  process.stdout.write(`${rows.length} countries written\n`);
}

/** Languages of regions count in their own country: German is one of Denmark's, but spoken by few there as a first language. */
function isOfficial({ _officialStatus: status, _populationPercent: percent }: LanguagePopulation, isAtHome: boolean) {
  if (status !== 'official_regional') return status !== undefined;
  return isAtHome && Number(percent) >= MIN_REGIONAL_PERCENT;
}

function render(rows: readonly (readonly [country: string, languages: string])[], version: string): string {
  return [
    '# The official languages of countries (ISO 3166-1), those that most inhabitants speak first.',
    `# Made by \`npm run generate -- languages\` from cldr-core ${version}. The licence is in country-languages-license.txt.`,
    '',
    ...rows.map(([country, languages]) => `${country}: ${languages}`),
    '',
  ].join('\n');
}

function supplemental(name: string): unknown {
  return (readJson(join(folder, 'supplemental', `${name}.json`)) as { supplemental: unknown }).supplemental;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

generate();
