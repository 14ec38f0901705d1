import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { foldedWords } from '../../src/places/words/words.js';
import { asSentence, brazilianLabels } from './brazilian.js';
import { englishLabels } from './english.js';
import { writeBrands } from './brands.js';
import { kindIcons } from './icons.js';
import { anyValue, writeOsmFeatures } from './osm-features.js';

/**
 * `npm run generate -- kinds`: writes `src/places/kinds/kinds.txt` and its licence from the package `@openstreetmap/id-tagging-schema`, which the
 * service does not need at run time, `brands.txt` (`brands.ts`), the features of imports (`osm-features.ts`), and the icons of the page
 * (`icons.ts`).
 */

interface Preset {
  readonly tags: Readonly<Record<string, string>>;
  readonly addTags?: Readonly<Record<string, string>>;
}

interface Translation {
  readonly name?: string;
  /** One a line. */
  readonly aliases?: string;
  /** Separated by commas. */
  readonly terms?: string;
}

type Translations = Readonly<Record<string, { presets?: { presets?: Readonly<Record<string, Translation>> } }>>;

/** The texts of a kind in a language. */
interface Texts {
  name: string;
  readonly aliases: Set<string>;
  readonly terms: Set<string>;
}

interface Kind {
  readonly id: string;
  readonly tags: Set<string>;
  readonly languages: Map<string, Texts>;
  /** The label in Brazil, if it is not the name in Portuguese. */
  brazilian?: string;
}

/** Its lines in the file have labels only. */
const BRAZIL = 'pt-BR';

const root = join(__dirname, '../..');

/** Keys whose presets are places that people look for. */
const keys = new Set([
  ...['aeroway', 'amenity', 'attraction', 'club', 'craft', 'education', 'healthcare', 'historic', 'leisure', 'natural'],
  ...['office', 'public_transport', 'shop', 'tourism'],
]);

/** Presets under other keys that are places. */
const others = new Set([
  ...['aerialway/cable_car', 'building/cathedral', 'building/chapel', 'building/church', 'building/mosque'],
  ...['building/stadium', 'building/synagogue', 'building/temple', 'emergency/ambulance_station'],
  ...['emergency/lifeboat_station', 'landuse/cemetery', 'landuse/harbour', 'landuse/plant_nursery'],
  ...[
    'landuse/vineyard',
    'landuse/winter_sports',
    'man_made/lighthouse',
    'man_made/observatory',
    'man_made/pier',
    'man_made/windmill',
  ],
  ...[
    'man_made/works/brewery',
    'military/office',
    'railway/funicular',
    'waterway/boatyard',
    'waterway/river',
    'waterway/waterfall',
  ],
  ...[
    'railway/station',
    'railway/tram_stop',
    'railway/halt',
    'highway/bus_stop',
    'highway/rest_area',
    'highway/services',
  ],
]);

/** Presets of the keys above that nobody looks for, with all below them: parts of places, furniture, areas, plants. */
const excluded = [
  ...[
    'aeroway/(?!aerodrome|helipad|spaceport|terminal)',
    'attraction/(animal|maze$)',
    'historic/(building|aircraft|cannon)',
  ],
  ...['historic/(boundary_stone|pillory|wayside|tomb|wreck|city_gate|memorial/|manor)'],
  ...[
    'leisure/(bleachers|common|firepit|outdoor_seating|picnic_table|slipway|track/athletics/|pitch/athletics/|bird_hide)',
  ],
  ...[
    'leisure/(fitness_station/|pitch/(four_square|funnel_ball|gaga|biathlon|tetherball|horseshoes)|garden/residential)',
  ],
  ...['natural/(?!beach|cave_entrance|hot_spring)'],
  ...[
    'public_transport/(?!station)',
    'amenity/(bench|clock|dressing_room|grit_bin|hunting_stand|loading_dock|lounger)',
  ],
  ...['amenity/(parking_entrance|parking_space|smoking_area|ticket_validator|trolley_bay|waste_basket|waste/|lavoir)'],
  ...['amenity/(vacuum_cleaner|letter_box|dog_toilet|shelter/|binoculars|recycling_container|bicycle_parking/)'],
  ...['amenity/(parking/(street|underground)|post_depot|watering_place|library_dropoff|weighbridge|give_box|kitchen)'],
  ...['amenity/(payment_terminal|baking_oven|toilets/disposal|refugee_site|recycling$|recycling/|mortuary|fountain)'],
  ...[
    'shop/(vacant|yes)',
    'office/(yes|quango)',
    'tourism/(artwork/|camp_pitch)',
    'tourism/information/(?!office|visitor)',
  ],
  ...['(craft|education|healthcare|office|shop)/yes', 'craft/(rigger|scaffolder|agricultural_engines)'],
].map((pattern) => new RegExp(`^${pattern}`, 'u'));

/** Presets that are another kind for a reader. Their texts and tags become those of the other. */
const sameAs: Readonly<Record<string, string>> = {
  'amenity/bus_station': 'public_transport/station_bus',
  'amenity/college': 'education/college',
  'amenity/coworking_space': 'office/coworking',
  'amenity/dancing_school': 'education/dancing_school',
  'amenity/driving_school': 'education/driving_school',
  'amenity/embassy': 'office/diplomatic/embassy',
  'amenity/fast_food/ice_cream': 'amenity/ice_cream',
  'amenity/ferry_terminal': 'public_transport/station_ferry',
  'amenity/grave_yard': 'landuse/cemetery',
  'amenity/kindergarten': 'education/kindergarten',
  'amenity/language_school': 'education/language_school',
  'amenity/music_school': 'education/music_school',
  'amenity/nursing_home': 'amenity/social_facility/nursing_home',
  'amenity/prep_school': 'education/prep_school',
  'amenity/school': 'education/school',
  'amenity/university': 'education/university',
  'building/cathedral': 'amenity/place_of_worship/christian',
  'building/chapel': 'amenity/place_of_worship/christian',
  'building/church': 'amenity/place_of_worship/christian',
  'building/mosque': 'amenity/place_of_worship/muslim',
  'building/stadium': 'leisure/stadium',
  'building/synagogue': 'amenity/place_of_worship/jewish',
  'building/temple': 'amenity/place_of_worship/buddhist',
  'craft/locksmith': 'shop/locksmith',
  'craft/tailor': 'shop/tailor',
  'man_made/works/brewery': 'craft/brewery',
  'office/lawyer/notary': 'office/notary',
  'office/physician': 'amenity/doctors',
  'office/travel_agent': 'shop/travel_agency',
  'public_transport/station_train_halt': 'public_transport/station_train',
  'railway/halt': 'public_transport/station_train',
  'railway/station': 'public_transport/station_train',
  'railway/tram_stop': 'public_transport/station_tram',
  'shop/boutique': 'shop/clothes',
  'shop/fashion': 'shop/clothes',
  'shop/ice_cream': 'amenity/ice_cream',
};

/** Tags that the categories of places are made of. */
const categoryTags = new Set([
  ...[...anyValue, 'natural'],
  ...['aeroway', 'railway', 'emergency', 'landuse', 'man_made', 'waterway', 'aerialway', 'highway', 'military'],
]);

/** A term of more kinds says nothing about any of them: `food`, `sport`, `店舗`. */
const MAX_KINDS_OF_TERM = 3;

async function main(): Promise<void> {
  const folder = join(
    dirname(createRequire(__filename).resolve('@openstreetmap/id-tagging-schema/package.json')),
    'dist',
  );
  const presets = readJson(join(folder, 'presets.json')) as Readonly<Record<string, Preset>>;
  const kinds = new Map<string, Kind>();
  for (const [id, preset] of Object.entries(presets)) if (isKind(id)) addPreset(kinds, id, preset);
  for (const file of readdirSync(join(folder, 'translations')).sort(generalFirst))
    if (/^(?!index)[\w@-]+\.json$/u.test(file))
      addTranslations(kinds, readJson(join(folder, 'translations', file)) as Translations);
  for (const kind of kinds.values()) promoteTerms(kind);
  removeGeneralTerms(kinds);
  const { version } = readJson(join(folder, '../package.json')) as { version: string };
  const target = join(root, 'src/places/kinds');
  writeFileSync(join(target, 'kinds.txt'), render(kinds, version));
  const license = readFileSync(join(folder, '../LICENSE.md'), 'utf8').replace(/^#+ /gmu, '');
  writeFileSync(
    join(target, 'kinds-license.txt'),
    `The files kinds.txt and osm-features.json are made from @openstreetmap/id-tagging-schema.\n\n${license}`,
  );
  writeBrands(target);
  await writeOsmFeatures(folder, join(root, 'src/cli/import/formats'));
  writeFileSync(join(root, 'web/parts/kind-icons.json'), `${JSON.stringify(kindIcons(), null, 2)}\n`);
}

function isKind(id: string): boolean {
  const [key = ''] = id.split('/');
  return (others.has(id) || (keys.has(key) && id.includes('/'))) && !excluded.some((pattern) => pattern.test(id));
}

function addPreset(kinds: Map<string, Kind>, id: string, { tags, addTags }: Preset): void {
  const kind = kindNamed(kinds, id);
  kind.tags.add(tagsOf(tags));
  // `healthcare=dentist` is added to `amenity=dentist`, and is a category of its own without it.
  if (Object.keys(tags).length > 1 && id in sameAs) return;
  const own = Object.keys(tags);
  for (const [key, value] of Object.entries(addTags ?? {}))
    if (!own.includes(key) && categoryTags.has(key) && isUsedOnce(key, value, id)) kind.tags.add(`${key}=${value}`);
}

/** Specialists are doctors too: `healthcare=doctor` is no tag of a dermatologist alone. */
function isUsedOnce(key: string, value: string, id: string): boolean {
  return (
    value !== 'yes' &&
    !id.startsWith('public_transport/station_trolley') &&
    (id.split('/').length === 2 || value === id.split('/').at(-1))
  );
}

function tagsOf(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .map(([key, value]) => `${key}=${value}`)
    .join('+');
}

function kindNamed(kinds: Map<string, Kind>, presetId: string): Kind {
  const id = sameAs[presetId] ?? presetId;
  const kind = kinds.get(id) ?? { id, tags: new Set(), languages: new Map() };
  kinds.set(id, kind);
  return kind;
}

/** `pt` before `pt-BR`, whose names become aliases where they differ. */
function generalFirst(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

function addTranslations(kinds: Map<string, Kind>, translations: Translations): void {
  for (const [locale, { presets }] of Object.entries(translations)) {
    const [language = locale] = locale.split(/[-@]/u);
    // Own names first, those of presets that are the same kind after them.
    const entries = Object.entries(presets?.presets ?? {}).filter(([id]) => isKind(id));
    if (locale === BRAZIL)
      for (const [id, { name }] of entries) if (!(id in sameAs) && name) addBrazilian(kindNamed(kinds, id), name);
    for (const [id, translation] of [
      ...entries.filter(([id]) => !(id in sameAs)),
      ...entries.filter(([id]) => id in sameAs),
    ])
      addTexts(kindNamed(kinds, id), language, translation);
  }
}

/** The pages are in Brazilian Portuguese. The search knows both. */
function addBrazilian(kind: Kind, name: string): void {
  const label = brazilianLabels[kind.id] ?? asSentence(tidy(name));
  if (label !== kind.languages.get('pt')?.name) kind.brazilian = label;
}

function addTexts({ id, languages }: Kind, language: string, { name, aliases = '', terms = '' }: Translation): void {
  // The schema names what is drawn: `School Grounds`, `Pharmacy Counter`.
  const bare = language === 'en' ? (englishLabels[id] ?? name?.replace(/ (?:Grounds|Counter)$/u, '')) : name;
  const names = [bare ?? '', name ?? '', ...aliases.split('\n')].map(tidy).filter((text) => text !== '');
  if (names[0] === undefined) return;
  const texts = languages.get(language) ?? { name: names[0], aliases: new Set(), terms: new Set() };
  languages.set(language, texts);
  for (const text of names) if (!has(texts, text)) texts.aliases.add(text);
  for (const text of terms.split(/[,،、，]/u).map(tidy)) if (text !== '' && !has(texts, text)) texts.terms.add(text);
}

function has({ name, aliases, terms }: Texts, text: string): boolean {
  const key = keyOf(text);
  return key === '' || [name, ...aliases, ...terms].some((other) => keyOf(other) === key);
}

function tidy(text: string): string {
  return text.replace(/[\t\n|]+/gu, ' ').trim();
}

const folded = new Map<string, string>();

function keyOf(text: string): string {
  const known = folded.get(text) ?? foldedWords(text).join(' ');
  folded.set(text, known);
  return known;
}

/** A term that is a name of the same kind in another language is an alias: many translators know terms only. */
function promoteTerms({ languages }: Kind): void {
  const all = [...languages.values()];
  const names = new Set(all.flatMap(({ name, aliases }) => [name, ...aliases]).map(keyOf));
  for (const { aliases, terms } of all)
    for (const term of terms) {
      if (!names.has(keyOf(term))) continue;
      terms.delete(term);
      aliases.add(term);
    }
}

function removeGeneralTerms(kinds: ReadonlyMap<string, Kind>): void {
  const counts = new Map<string, number>();
  const keyIn = (language: string, term: string) => `${language} ${keyOf(term)}`;
  const all = [...kinds.values()].flatMap(({ languages }) => [...languages]);
  for (const [language, { terms }] of all)
    for (const term of terms) counts.set(keyIn(language, term), (counts.get(keyIn(language, term)) ?? 0) + 1);
  for (const [language, { terms }] of all)
    for (const term of terms) if ((counts.get(keyIn(language, term)) ?? 0) > MAX_KINDS_OF_TERM) terms.delete(term);
}

function render(kinds: ReadonlyMap<string, Kind>, version: string): string {
  const head = [
    `Kinds of places in many languages. Made by npm run generate -- kinds from @openstreetmap/id-tagging-schema ${version}.`,
    'A line without an indent is a kind and its tags. An indented line has a language, name, aliases and weaker terms.',
    'Its licence is in kinds-license.txt.',
  ];
  const lines = [...kinds.values()]
    .filter(({ languages }) => languages.size > 0)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id, tags, languages, brazilian }) => [
      [id, [...tags].join('|')].join('\t'),
      ...[...languages]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([language, { name, aliases, terms }]) =>
          ['', language, name, [...aliases].join('|'), [...terms].join('|')].join('\t').trimEnd(),
        ),
      ...(brazilian === undefined ? [] : [['', BRAZIL, brazilian].join('\t')]),
    ]);
  return [...head.map((line) => `# ${line}`.trimEnd()), ...lines, ''].join('\n');
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

void main();
