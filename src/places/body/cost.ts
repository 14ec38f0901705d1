import { type Rectangle, type SearchLocation } from '../query/location.js';
import { type Filter } from '../query/filter.js';
import { lengthOf, type Polygon } from '../query/geometry.js';
import { type SearchRequest, type WordsTerm, wordsOfKind } from '../query/search-request.js';
import { NO_VARIANTS, type WordVariants } from '../words/synonyms.js';
import { countWords } from '../words/words.js';
import { lineVertices } from './location-filters.js';
import { correctedWords, type TypingErrors } from './words-query.js';

/** The parameters that can make a search expensive. */
export type CostlyParameter =
  | 'q'
  | 'fq'
  | 'open'
  | 'fl'
  | 'location.polygon'
  | 'location.line'
  | 'sort'
  | 'start'
  | 'facet.field';

/**
 * What a search costs Elasticsearch, by parameter. A usual search costs at most 1 over all parameters; more is expensive. An estimate from the request
 * alone (docs/performance.md has the measurements).
 */
export type SearchCost = Readonly<Record<CostlyParameter, number>>;

const COSTS = {
  word: 0.03,
  synonym: 0.005,
  /** For each byte of a word, by the typing errors that the word may have. The automaton for the word has a state for each byte. */
  correctedByte: { 0: 0, 1: 0.05, 2: 0.1 },
  clause: 0.03,
  phraseWord: 0.1,
  prefix: 0.05,
  shortPrefix: 0.1,
  /** `open` needs two searches: one for open places, one that counts places with unknown hours. */
  open: 0.5,
  /** The clauses of `open` without a second search. */
  openClauses: 0.25,
  /** For each vertex of a polygon, or of the outline of a line, which may have thousands. */
  vertex: 0.001,
  sortKey: 0.2,
  facet: 1.5,
  /** For each role of words of `q`: an area, a kind, a number, a landmark, a street. */
  role: 0.2,
  /** For each place before the end of the page. */
  position: 0.0015,
} as const;

/** What the last page of `start` costs (15), with five facets and eight sort keys. */
export const MAX_COST = 25;

/** What makes a search cost less. */
export const REMEDIES: Record<CostlyParameter, string> = {
  q: 'fewer words',
  fq: 'fewer phrases and prefixes, longer prefixes',
  open: 'no open',
  fl: 'fl without open',
  'location.polygon': 'fewer points',
  'location.line': 'a shorter line or a larger location.radius',
  sort: 'fewer sort keys',
  start: 'a smaller start, or cursorMark=* instead',
  'facet.field': 'fewer fields',
};

/** A prefix with fewer letters begins many words. */
const SHORT_PREFIX_LETTERS = 3;

/** With words or a small area, few places are found, so sorting and counting them costs only this part. */
const SELECTIVE = 0.5;

/** Metres. */
const SMALL_RADIUS = 50_000;

/** Square degrees. */
const SMALL_RECTANGLE = 1;

/** Square metres: the area of a circle with the small radius. */
const SMALL_STRIP = Math.PI * SMALL_RADIUS ** 2;

/** @param typingErrors that each word of `q` may have */
export function searchCost(request: SearchRequest, typingErrors: TypingErrors = 0): SearchCost {
  const { term, filters, sort, facets, start, rows } = request;
  const breadth = isSelective(request) ? SELECTIVE : 1;
  const allFilters = term?.type === 'filter' ? [term.filter, ...filters] : filters;
  return {
    q: (term?.type === 'words' ? wordsCost(term, typingErrors) : 0) + rolesCost(request, typingErrors),
    fq: sum(allFilters.map(filterCost)),
    open: request.openAt ? COSTS.open : 0,
    fl: request.includesOpen ? COSTS.openClauses : 0,
    ...shapesCost(request),
    // The first key is the usual one.
    sort: breadth * COSTS.sortKey * Math.max(0, sort.length - 1),
    start: breadth * COSTS.position * (start + rows),
    'facet.field': breadth * COSTS.facet * (facets?.fields.length ?? 0),
  };
}

/** The cost of the roles of words, of the words of a kind, and of typing errors in the street and in the whole `q`. */
function rolesCost(request: SearchRequest, typingErrors: TypingErrors): number {
  const { term, where, kind, number, landmarkPoint, address, namedOpenFilter, typedText } = request;
  const roles = [where, kind, number, landmarkPoint, address].filter((role) => role !== undefined);
  const ofKind = kind ? sum(wordsOfKind(kind, term).map((words) => wordsCost(words, 0))) : 0;
  const corrected = [typedText ?? '', ...(address ? [...address.street, ...address.locality].flat() : [])].map((text) =>
    correctionsCost({ text }, typingErrors),
  );
  return COSTS.role * roles.length + ofKind + (namedOpenFilter ? COSTS.openClauses : 0) + sum(corrected);
}

/** A tile counts its places as a facet does. @param area of the tile */
export function tileCost(request: SearchRequest, area: Rectangle, typingErrors: TypingErrors): number {
  const breadth = isSelective(request) || isSmallRectangle(area) ? SELECTIVE : 1;
  return totalCost(searchCost(request, typingErrors)) + breadth * COSTS.facet;
}

/** The conditions of type-ahead, without its text. */
type SuggestConditions = SearchLocation & Pick<SearchRequest, 'filters' | 'openAt'>;

/** @param corrected the words that may have a typing error */
export function suggestCost(
  request: SuggestConditions & { readonly text: string; readonly inAreas?: readonly { readonly name: string }[] },
  corrected: readonly string[] = [],
): Partial<SearchCost> {
  const { text, inAreas = [], filters } = request;
  const words = countWords([text, ...inAreas.map(({ name }) => name)].join(' '));
  const corrections = corrected.map((word) => COSTS.correctedByte[1] * Buffer.byteLength(word));
  const q = COSTS.word * words + COSTS.role * inAreas.length + sum(corrections);
  return { q, fq: sum(filters.map(filterCost)), open: suggestOpenCost(request), ...shapesCost(request) };
}

/**
 * Suggestions count the places of categories, or of areas, as a facet does.
 *
 * @param fields that are counted
 */
export function suggestCountCost(request: SuggestConditions, fields = 1): number {
  const conditions = sum(request.filters.map(filterCost)) + suggestOpenCost(request) + totalCost(shapesCost(request));
  return conditions + (isSelective(request) ? SELECTIVE : 1) * COSTS.facet * fields;
}

/** Suggestions do not count unknown hours. */
function suggestOpenCost({ openAt }: SuggestConditions): number {
  return openAt ? COSTS.openClauses : 0;
}

/** Whether a search with this total cost may be sent. */
export function isAffordable(total: number): boolean {
  return total <= MAX_COST;
}

export function totalCost(cost: Partial<SearchCost>): number {
  return sum(Object.values(cost));
}

function wordsCost(term: WordsTerm, typingErrors: TypingErrors): number {
  const { text, variants = NO_VARIANTS } = term;
  return COSTS.word * countWords(text) + correctionsCost(term, typingErrors) + synonymsCost(variants);
}

function correctionsCost(text: Omit<WordsTerm, 'type'>, typingErrors: TypingErrors): number {
  const corrected = correctedWords(text, typingErrors);
  return sum(corrected.map(({ word, typingErrors: errors }) => COSTS.correctedByte[errors] * Buffer.byteLength(word)));
}

/** Each synonym of several words is looked up once for each of these words. */
function synonymsCost({ synonyms }: WordVariants): number {
  return sum(synonyms.map(({ from, end, texts }) => COSTS.synonym * (end - from) * countWords(texts.join(' '))));
}

function shapesCost({ polygon, line }: SearchLocation): Pick<SearchCost, 'location.polygon' | 'location.line'> {
  return {
    'location.polygon': COSTS.vertex * (polygon?.length ?? 0),
    'location.line': COSTS.vertex * (line ? lineVertices(line) : 0),
  };
}

function filterCost(filter: Filter): number {
  switch (filter.type) {
    case 'and':
    case 'or':
      return sum(filter.filters.map(filterCost));
    case 'not':
      return filterCost(filter.filter);
    case 'words':
      return (filter.phrase ? COSTS.phraseWord : COSTS.word) * countWords(filter.text);
    case 'prefix':
      return filter.text.length < SHORT_PREFIX_LETTERS ? COSTS.shortPrefix : COSTS.prefix;
    case 'equals':
    case 'range':
    case 'presence':
      return COSTS.clause;
  }
}

function isSelective({
  term,
  where,
  radius,
  rectangle,
  polygon,
  line,
}: SearchLocation & Pick<SearchRequest, 'term' | 'where'>): boolean {
  // An area alone finds all its places.
  const isOfWords = term?.type === 'words' && where?.relation !== 'preferred';
  if (isOfWords || (radius !== undefined && radius <= SMALL_RADIUS)) return true;
  if (polygon && isSmall(polygon)) return true;
  if (line && lengthOf(line.points) * 2 * line.radius <= SMALL_STRIP) return true;
  return rectangle !== undefined && isSmallRectangle(rectangle);
}

function isSmallRectangle({ north, south, east, west }: Rectangle): boolean {
  const width = east >= west ? east - west : east - west + 360;
  return (north - south) * width <= SMALL_RECTANGLE;
}

/** Whether the rectangle around a polygon is small. */
function isSmall(polygon: Polygon): boolean {
  const [lats, lngs] = [polygon.map(({ lat }) => lat), polygon.map(({ lng }) => lng)];
  const [height, width] = [lats, lngs].map((values) => Math.max(...values) - Math.min(...values));
  return (height ?? 0) * (width ?? 0) <= SMALL_RECTANGLE;
}

function sum(costs: readonly number[]): number {
  return costs.reduce((total, cost) => total + cost, 0);
}
