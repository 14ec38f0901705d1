import { z } from 'zod';
import { listHeaderSchema, listOf } from '../http/list-schema.js';
import { featureCollectionOf } from '../http/geojson.js';
import { linkSchema, type Links } from '../http/links.js';
import { type ReaderLanguage } from '../http/reader-languages.js';
import { correctedText } from './search/corrected-text.js';
import { placeFeatureSchema, type PlaceRecord, placeSchema } from './place.js';
import { nameIn } from './names.js';
import { type Landmark } from './words/landmarks.js';
import { boxOf, type Where } from './words/where.js';
import { KindCatalogue } from './kinds/kind-catalogue.js';
import { type GeoPoint } from './query/geometry.js';
import { type RecognizedKind } from './words/named-kinds.js';
import { type Facet } from './body/search-body.js';
import { type Stage } from './search/stage.js';
import { MAX_FACETS } from './query/selection.js';
import { type NamedTime } from './words/times.js';
import { positionsOf, splitAtSeparators, textOf, tokensOf } from './words/words.js';
import { FIELDS, FIELD_KINDS } from './query/fields.js';
import { withoutEach } from './words/fillers.js';
import { LIMITS } from './query/parsing.js';
import { msOfMinute } from './query/open.js';
import { type OpenWeek } from './opening-hours/open-week.js';

const facetSchema = z
  .object({
    field: z.string(),
    buckets: z.array(z.object({ value: z.string(), found: z.int().min(1) })),
  })
  .meta({ id: 'Facet', description: 'The values of a field over all places found, the most frequent first.' });

const word = z.string();

const stageSchema = z.object({
  match: z
    .enum(['corrected', 'relaxed'])
    .optional()
    .describe(
      'How the places were found if none has all words of `q` as typed: `corrected`, with typing errors, and perhaps without praise ' +
        'and words of a question; `relaxed`, without the words in `omitted`. Absent if places have all words as typed, or if nothing ' +
        'was found.',
    ),
  words: z
    .array(word)
    .optional()
    .describe('With `match`: the words of `q` that were searched, with their typing errors.'),
  corrected: z
    .string()
    .optional()
    .describe(
      'The words of `q` that were searched, with those that were found instead of misspelt ones: `restaurant velmara`. These are words ' +
        'of the first place of the page. Absent if it has none like them.',
    ),
  omitted: z
    .array(word)
    .optional()
    .describe(
      'The words of `q` that were left out: praise, words of a question, words that say little, and those that no place has ' +
        'together with the others.',
    ),
});

const degrees = z.string().describe('Decimal degrees (WGS 84), as text.');

const pointSchema = z.object({ lat: degrees, lng: degrees }).optional();

const whereSchema = z
  .object({
    relation: z
      .enum(['in', 'near', 'first'])
      .describe(
        '`in`: only places in it. `near`: only places in it or around it, the nearest to its middle first; without `location.lat`, ' +
          '`location.distance` is the distance from there. `first`: its places come first. A place that has all words of `q` as typed is ' +
          'found elsewhere too.',
      ),
    words: z.string().describe('The words of `q` that say it.'),
    type: z.enum(['country', 'state', 'city', 'district']),
    name: z
      .string()
      .describe('As most addresses or places write it. A quarter is a `district`, too; no `areas.id` filters by it.'),
    city: z.string().optional().describe('Of a district.'),
    state: z.string().optional(),
    country: z.string().optional(),
    box: z
      .object({ north: degrees, west: degrees, south: degrees, east: degrees })
      .meta({ id: 'Box' })
      .optional()
      .describe(
        'Around most of its places: a few, whose positions may be wrong, lie outside. `west` is greater than `east` if it crosses the 180th ' +
          'meridian. Absent if no place has a location, and of districts of several cities.',
      ),
  })
  .meta({
    id: 'Where',
    description:
      'The country, state, city or district that words of `q` name, or a quarter that places mention in their names.',
  });

const words = z.string().describe('The words of `q` that say it.');

const rolesSchema = z.object({
  kind: z
    .object({
      words,
      id: z
        .string()
        .describe(
          'A tag of OpenStreetMap, or a narrower kind of it: `amenity/dentist`. Of `pizza or burger`, the first.',
        ),
      name: z.string().describe('In English. Of `pizza or burger`, both.'),
      instead: z
        .enum(['broader', 'similar'])
        .optional()
        .describe('If no place is of this kind: the places are of a broader kind, or of similar ones.'),
      label: z
        .string()
        .describe(
          'What readers of the language of `lang` call it, else in English. If a word names several kinds, up to three: `Marketplace or Supermarket`.',
        ),
      shown: z
        .string()
        .optional()
        .describe('With `instead`: what places are found, as in `label`: `Park, Indoor Play`.'),
    })
    .meta({ id: 'RecognizedKind' })
    .optional()
    .describe('The kind of place that words of `q` name: only places of this kind are found.'),
  near: z
    .object({
      words,
      of: z
        .enum(['centre', 'place', 'unknown'])
        .describe(
          '`centre`: of `location.lat` and `location.lng`, or `location.bias`. `place`: the place with this id; without `location.lat`, ' +
            '`location.distance` is the distance from it. ' +
            '`unknown`: the request has no centre (places anywhere are found), or no place has this name or these words. In the latter ' +
            'case the search finds places in the area that follows the name, or around the centre.',
        ),
      needs: z
        .enum(['centre', 'place'])
        .optional()
        .describe(
          'With `unknown`: what to send. `centre`: `location.lat` and `location.lng`, or `location.bias`. `place`: the name of a place ' +
            'that is known.',
        ),
      id: z.string().optional(),
      name: z.string().optional(),
      location: pointSchema.describe('Of the place.'),
    })
    .meta({ id: 'RecognizedNear' })
    .optional()
    .describe('Words of `q` that ask for what is near, the nearest first.'),
  when: z
    .object({
      words,
      open: z
        .string()
        .describe(
          '`now`, `late`, `night`, a day: `monday`, or a time on the clock of each place: `07:00`, `monday 07:00`.',
        ),
    })
    .meta({ id: 'RecognizedTime' })
    .optional()
    .describe('Words of `q` that ask for opening hours: only places that are open then are found.'),
  number: z
    .object({ words, type: z.enum(['phone', 'postcode']) })
    .meta({ id: 'RecognizedNumber' })
    .optional()
    .describe('The telephone number or postcode that words of `q` are.'),
});

const nearestSchema = z
  .object({
    id: z.string(),
    link: linkSchema,
    name: z.string(),
    location: pointSchema,
    distance: z
      .string()
      .optional()
      .describe('Whole metres from the middle of the area, or from the place, that `q` names.'),
  })
  .meta({ id: 'NearestPlace' })
  .optional()
  .describe(
    'If no place is found in or near the area or place that `q` names: the nearest place that meets all other conditions.',
  );

const unknownHoursSchema = z.object({
  unknownHours: z
    .int()
    .min(0)
    .optional()
    .describe(
      'With `open`: how many more places match all other conditions, but have no opening hours, or none that can be read ' +
        'for that time.',
    ),
});

const headerMembers = {
  ...stageSchema.shape,
  ...rolesSchema.shape,
  where: whereSchema.optional(),
  nearest: nearestSchema,
  ...unknownHoursSchema.shape,
};

const placeListHeaderSchema = listHeaderSchema.extend(headerMembers).meta({
  id: 'PlaceHeader',
  description: 'The position of a page in its list, how `q` was searched, and how many places have unknown hours.',
});

const extraMembers = { facets: z.array(facetSchema).optional() };

/** A page of places in a response, with facets if the request asks for them. */
export const placeListSchema = listOf('PlaceResults', { root: 'results', items: 'places' }, placeSchema, {
  header: placeListHeaderSchema,
  extraMembers,
});

/** A page of places as GeoJSON. */
export const placeFeatureCollectionSchema = featureCollectionOf('PlaceFeatureCollection', placeFeatureSchema, {
  header: placeListHeaderSchema,
  ...extraMembers,
});

type PresentedRoles = z.output<typeof rolesSchema>;

type PresentedStage = z.output<typeof stageSchema> &
  PresentedRoles & { where?: z.output<typeof whereSchema> | undefined };

interface Presented {
  /** Whether the search has a centre. */
  readonly hasCentre?: boolean;
  /** Whether it found nothing. */
  readonly isEmpty?: boolean;
  readonly languages?: readonly ReaderLanguage[];
  /** As typed. */
  readonly q?: string;
  /** The first place of the page. */
  readonly place?: PlaceRecord | undefined;
}

export function presentStage(stage: Stage, options: Presented = {}): PresentedStage {
  const { where } = stage;
  const match = presentMatch(stage, options.isEmpty === true);
  return {
    ...match,
    corrected: match.match && correctedText(options.q ?? '', stage, options.place),
    ...presentRoles(stage, options),
    where: where && presentWhere(where),
  };
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

function presentRoles(
  { kind, near, landmark, missingLandmark, omitted, when, number, spelling }: Stage,
  { hasCentre = false, isEmpty = false, languages = [] }: Presented,
): PresentedRoles {
  const of = hasCentre ? ({ of: 'centre' } as const) : ({ of: 'unknown', needs: 'centre' } as const);
  const ofCentre = near === undefined ? undefined : { words: near, ...of };
  const ofPlace = landmark && {
    ...({ words: landmark.words, of: 'place', id: landmark.placeId, name: landmark.placeName } as const),
    location: presentPoint(landmark.point),
  };
  // Places that have its words are there.
  const unfound = missingLandmark && (isEmpty || omitted.includes(missingLandmark.words)) ? missingLandmark : undefined;
  return {
    kind: kind && {
      words: asTyped(kind.kindWords.split(' '), spelling).join(' '),
      id: kind.id,
      name: kind.name,
      instead: kind.instead,
      ...presentLabels(kind, languages),
    },
    near: ofPlace ?? (unfound ? presentUnfound(unfound, hasCentre) : ofCentre),
    when: when && { words: when.words, open: timeText(when.time) },
    number: number && { words: number.words, type: number.type },
  };
}

/** What readers call the kind, and those that are found instead. */
function presentLabels({ named, ids, instead }: RecognizedKind, languages: readonly ReaderLanguage[]) {
  const catalogue = KindCatalogue.load();
  const primary = languages.map((language) => language.primary);
  const labelOf = (kind: string): string => catalogue.labelOf(kind, primary);
  const shown = instead === 'broader' ? ids.slice(0, 1) : ids;
  return {
    label: anyOf(
      named.map(labelOf),
      named.some((kind) => labelOf(kind) !== catalogue.labelOf(kind, ['en'])) ? primary : ['en'],
    ),
    shown: instead && shown.map(labelOf).join(', '),
  };
}

/** `Bar ou Pub`. To make a format takes longer than all else of a header. */
function anyOf(labels: readonly string[], languages: readonly string[]): string {
  if (labels.length === 1) return labels.join('');
  return new Intl.ListFormat(languages, { type: 'disjunction' }).format(new Set(labels));
}

function presentPoint({ lat, lng }: GeoPoint): { lat: string; lng: string } {
  return { lat: String(lat), lng: String(lng) };
}

function timeText(time: NamedTime): string {
  if (typeof time === 'string') return time;
  if (typeof time === 'number') return DAYS[time];
  const { day, minute } = time;
  const clock = localTimeOf(minute).slice('YYYY-MM-DDT'.length);
  return day === undefined ? clock : `${DAYS[day]} ${clock}`;
}

function presentUnfound({ words, kind, inArea }: Landmark, hasCentre: boolean): PresentedRoles['near'] {
  return { words, of: 'unknown', needs: kind && !inArea && !hasCentre ? 'centre' : 'place' };
}

export function presentNearest(
  { record, distance }: { record: PlaceRecord; distance?: number },
  links: Links,
  languages: readonly ReaderLanguage[],
): z.output<typeof nearestSchema> {
  const { id } = record;
  return {
    id,
    link: links.place(id),
    name: nameIn(record, languages),
    location: record.location && { lat: record.location.lat, lng: record.location.lng },
    distance: distance === undefined ? undefined : String(Math.round(distance)),
  };
}

function presentMatch(
  { typingErrors, words: names, omitted, ignored = [], kind, where, spelling }: Stage,
  isEmpty: boolean,
): z.output<typeof stageSchema> {
  // The words of a locality may be those of a name, too. The header says them once.
  const ofLocality = where?.area.ids.length === 0 ? splitAtSeparators(where.words) : [];
  const ofOtherKind = kind?.instead ? splitAtSeparators(kind.kindWords) : [];
  const leftOut = [...ofOtherKind, ...ofLocality];
  const searched = kind ? withoutEach(splitAtSeparators(kind.textWithoutQualifiers), leftOut) : names;
  const words = asTyped(searched, spelling);
  const hasErrors = typingErrors > 0 || spelling !== undefined || where?.isCorrected === true;
  const isCorrected = hasErrors && !isEmpty;
  const isRelaxed = omitted.length > (isCorrected ? ignored.length : 0) || kind?.instead !== undefined;
  if (isRelaxed) return { match: 'relaxed', words, omitted: [...omitted] };
  return isCorrected ? { match: 'corrected', words, ...(omitted.length > 0 && { omitted: [...omitted] }) } : {};
}

/** Words of a stage as they are in `q`. The stage may lack those before the misspelt word, or a part of a compound. */
function asTyped(words: readonly string[], spelling: Stage['spelling']): string[] {
  if (!spelling) return [...words];
  const { typed, meant, text, at } = spelling;
  const parts = meant.split(' ');
  const sameBefore = positionsOf(parts, splitAtSeparators(textOf(tokensOf(text).slice(0, at)))).length;
  const positions = positionsOf(parts, words);
  const position = positions[sameBefore] ?? positions.at(-1);
  if (position !== undefined) return words.toSpliced(position, parts.length, typed);
  const part = words.findLastIndex((word) => parts.includes(word));
  return part === -1 ? [...words] : words.with(part, typed);
}

function presentWhere({ relation, words, area }: Where): z.output<typeof whereSchema> {
  const { type, name, city, state, country } = area;
  const box = boxOf(area);
  // The interface calls it `first`.
  const presented = relation === 'preferred' ? 'first' : relation;
  return {
    ...{ relation: presented, words, type, name },
    city: type === 'district' ? city : undefined,
    state: type === 'state' ? undefined : state,
    country: type === 'country' ? undefined : country,
    box: box && {
      north: String(box.north),
      west: String(box.west),
      south: String(box.south),
      east: String(box.east),
    },
  };
}

export function presentFacet({ field, buckets }: Facet): z.output<typeof facetSchema> {
  return { field, buckets: buckets.map(({ value, found }) => ({ value, found })) };
}

const limit = (description: string) => z.int().min(0).describe(description);

/** The response of `GET /v2/places/fields`. */
export const fieldCatalogueSchema = z
  .object({
    fields: z.array(
      z
        .object({
          name: z.string().describe('The path in JSON.'),
          aliases: z.array(z.string()).describe('Other names: the path in XML.'),
          type: z.enum(FIELD_KINDS),
          filterable: z.boolean(),
          sortable: z.boolean(),
          selectable: z.boolean(),
          facetable: z.boolean().describe('Whether `facet.field` counts its values.'),
          default: z.boolean().describe('Whether it is selected without `fl`.'),
          example: z.string(),
        })
        .meta({ id: 'Field' }),
    ),
    limits: z
      .object({
        rows: limit('The greatest `rows`.'),
        start: limit('The greatest `start`. `cursorMark` reads further.'),
        sortKeys: limit('Keys of `sort`. Each is allowed once.'),
        facetFields: limit('Fields in `facet.field`. Each is allowed once.'),
        facetValues: limit('The greatest `facet.limit`.'),
        termLength: limit('Characters of `q`.'),
        filterLength: limit('Characters of one `fq`.'),
        filterClauses: limit('Clauses in all `fq`. Each value of a list is one.'),
        filterDepth: limit('Levels of parentheses and `NOT` in one `fq`.'),
        valueWords: limit('Words in one value of a text field in `fq`.'),
        filterWords: limit('Words in all values of text fields in all `fq`.'),
        prefixLength: limit('Characters of a prefix in `fq`.'),
      })
      .meta({ id: 'SearchLimits' })
      .describe('What a search may have at most. A search may still cost too much: `search_too_complex`.'),
  })
  .meta({ id: 'FieldResults' });

export function presentFields(): z.output<typeof fieldCatalogueSchema> {
  const fields = FIELDS.map(
    ({ name, aliases, kind, filterable, sortable, selectable, facetable, default: isDefault, example }) => ({
      ...{ name, aliases: [...aliases], type: kind },
      ...{ filterable, sortable, selectable, facetable, default: isDefault, example },
    }),
  );
  return { fields, limits: presentLimits() };
}

function presentLimits(): z.output<typeof fieldCatalogueSchema>['limits'] {
  const { rows, start, sortKeys, facetValues, termLength, filterLength, prefixLength } = LIMITS;
  return {
    ...{ rows, start, sortKeys, facetFields: MAX_FACETS, facetValues, termLength, filterLength },
    ...{ filterClauses: LIMITS.clauses, filterDepth: LIMITS.depth },
    ...{ valueWords: LIMITS.wordsPerValue, filterWords: LIMITS.wordsPerRequest, prefixLength },
  };
}

const localTime = z.string().describe('A local time of the place, such as `2026-11-23T19:30`.');

const daySchema = z.object({
  date: z.string().describe('Such as `2026-11-23`.'),
  ranges: z
    .array(z.object({ from: localTime, until: localTime }))
    .describe('When it is open. Hours past midnight belong to the day on which they begin.'),
});

/** When a place is open. */
export const hoursSchema = z
  .object({
    openingHours: z.string().optional().describe("In OpenStreetMap's syntax; absent if unknown."),
    timeZone: z.string().optional().describe('The IANA time zone of the place.'),
    open: z.boolean().optional().describe('Whether it is open at the time of `at`.'),
    changes: localTime.optional().describe('When `open` changes next, if within these days.'),
    days: z
      .array(daySchema)
      .optional()
      .describe(
        'Seven days, that of `at` first; fewer if later ones are not known. Absent, as all others but `openingHours`, if ' +
          'its hours cannot be read, or are not known for that time.',
      ),
  })
  .meta({ id: 'PlaceHours' });

/** When `open` of a place changes next. */
export function presentChange({ change }: OpenWeek): string | undefined {
  return change === undefined ? undefined : localTimeOf(change);
}

/** @param openingHours of the place, and its next days if they can be read */
export function presentHours(
  openingHours: string | undefined,
  week: OpenWeek | undefined,
): z.output<typeof hoursSchema> {
  return {
    openingHours,
    timeZone: week?.timeZone,
    open: week?.isOpen,
    changes: week && presentChange(week),
    days: week?.days.map(({ start, open }) => ({
      date: localTimeOf(start).slice(0, 'YYYY-MM-DD'.length),
      ranges: open.map(({ from, until }) => ({ from: localTimeOf(from), until: localTimeOf(until) })),
    })),
  };
}

function localTimeOf(minute: number): string {
  return new Date(msOfMinute(minute)).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}
