import { isFillerNextToKind, isNumberOfStars, isStopWord } from '../../src/places/query/fillers.js';
import { fold } from '../../src/places/query/fold.js';
import { foldedPhrase } from '../../src/places/query/words.js';
import { type Header, type Place } from '../api/records.js';
import { capitalized, clockTime, countryName, weekday } from '../parts/formats.js';
import { type Texts } from '../texts/texts.js';
import { isWithin, type Rectangle } from '../view/rectangle.js';
import { type NamedAddress } from '../view/search-request.js';
import { type Point, type WordRole, type View } from '../view/view.js';

/** What the service read from words of a search. */
export interface Understood {
  readonly role: WordRole;
  readonly what: string;
}

/**
 * @param hasPosition whether the search is around the user, which is a filter of its own
 * @param corrected what the reader calls the kind whose name is misspelt
 */
export function understoodOf(header: Header, texts: Texts, hasPosition: boolean, corrected?: string): Understood[] {
  const { kind, where, near, when, number } = header;
  const isNearUser = near?.of !== 'place' && hasPosition;
  const all: Partial<Record<WordRole, string | undefined>> = {
    kind: kind && capitalized(corrected ?? kindText(kind, texts), texts.lang),
    where: where && texts.where[where.relation](areaLine(where, texts)),
    near: near && !isNearUser ? nearText(near, texts) : undefined,
    when: when && whenText(when.open, texts),
    number: number?.words,
  };
  return order.flatMap((role) => {
    const what = all[role];
    return what === undefined ? [] : [{ role, what }];
  });
}

const order: readonly WordRole[] = ['kind', 'when', 'number', 'where', 'near'];

/** The view without what was read: its words are searched as words. */
export function withoutRole(view: View, role: WordRole): View {
  return { ...view, off: [...view.off.filter((name) => name !== role), role], open: undefined };
}

/** The words left out that say anything: not `de`. */
export function tellingWords(omitted: readonly string[]): string[] {
  return omitted.filter((word) => !isStopWord(fold(word)));
}

/** Those that no place has: next to a kind, praise and the like say nothing of it. */
export function missedWords({ omitted = [], kind }: Header): string[] {
  return tellingWords(omitted).filter((word) => !(kind && isFillerNextToKind(foldedPhrase(word))));
}

/** What to search instead if a kind is not to be found where the words say: the kind elsewhere, and all places there. */
export function insteadOf(header: Header, texts: Texts): { label: string; q: string }[] {
  const { kind, where, near } = header;
  const words = wordsOfPlace(header);
  if (!kind || words === undefined) return [];
  const place = where ? texts.where.in(areaLine(where, texts)) : near && nearText(near, texts);
  return [
    { label: texts.elsewhere(capitalized(kindText(kind, texts), texts.lang)), q: kind.words },
    { label: texts.allOf(place ?? words), q: words },
  ];
}

/** The words that say where. A search for them finds all places there. */
export function wordsOfPlace({ where, near }: Pick<Header, 'where' | 'near'>): string | undefined {
  return where?.words ?? (near?.of === 'place' ? near.words : undefined);
}

/** Whether words say a kind of place, and all else of them has been read. */
function areOfKind(q: string, { kind, where, near, when, number }: Header): boolean {
  if (!kind) return false;
  const read = new Set([kind, where, near, when, number].flatMap((one) => wordsIn(one?.words ?? '')));
  // `hotel 5 stars`, `5-star hotel`
  const words = wordsIn(q).flatMap((word) => (isNumberOfStars(word.replace('-', ' ')) ? [] : [word]));
  const isOfStars = (at: number): boolean => isNumberOfStars(words.slice(at, at + 2).join(' '));
  return words.every((word, at) => read.has(word) || isFillerNextToKind(word) || isOfStars(at) || isOfStars(at - 1));
}

/** Whether a search is for any place of a kind, wherever it is: not for a name, nor for what is nearest. The kind may be misspelt. */
export function isForKind(q: string, header: Header): boolean {
  const { kind, where, near, number } = header;
  if (kind?.instead !== undefined || missedWords(header).length > 0) return false;
  return areOfKind(q, header) && [where, near, number].every((role) => role === undefined);
}

/** The words of a search for a kind that a place must match: not praise. */
export function wordsOfKind({ kind, when }: Pick<Header, 'kind' | 'when'>): string {
  return [kind, when].flatMap((role) => role?.words ?? []).join(' ');
}

/** The name of the kind that was searched instead of a misspelt one. Undefined if other words were corrected. */
export function correctedKind(q: string, header: Header): string | undefined {
  return header.match === 'corrected' && areOfKind(q, header) ? header.kind?.name : undefined;
}

/** Metres within which a place is not elsewhere, even if the map did not show it. */
const NEARBY = 5000;

/** How far the nearest place of a kind is from where it was searched, in metres. Undefined if some are there. */
export function metresAway(q: string, header: Header, places: readonly Place[], area: Rectangle): number | undefined {
  const isThere = (place: Place): boolean => pointOf(place).some((point) => isWithin(area, point));
  if (places.length === 0 || !isForKind(q, header) || places.some(isThere)) return undefined;
  const nearest = Math.min(...places.map(({ location }) => Number(location?.distance ?? Infinity)));
  return nearest > NEARBY && nearest < Infinity ? nearest : undefined;
}

/** "dentist in Auckland", if the words say a kind of place and all else of them has been read. */
export function nothingOf({ q }: Pick<View, 'q'>, header: Header, texts: Texts): string | undefined {
  const { kind, where, near, when, number } = header;
  if (!kind || !areOfKind(q, header)) return undefined;
  // Which come first says nothing if there are none.
  const there = where && texts.where[where.relation === 'near' ? 'near' : 'in'](areaLine(where, texts));
  const isMisspelt = correctedKind(q, header) !== undefined && texts.lang === 'en';
  const parts = [
    isMisspelt ? kind.name.toLowerCase() : kindText(kind, texts),
    when && whenText(when.open, texts),
    number?.words,
    there,
    near?.of === 'place' ? nearText(near, texts) : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

/** Metres beyond which a map of both would show neither. */
const FARTHEST = 100_000;

/** The place that is nearest to where the words say, if they find none there and a map can show both. */
export function nearestOf({ nearest }: Pick<Header, 'nearest'>): Header['nearest'] {
  return Number(nearest?.distance ?? 0) <= FARTHEST ? nearest : undefined;
}

/** The name of the area or place that the distances of a search around no point are from. */
export function distancesFrom({ where, near }: Pick<Header, 'where' | 'near'>): string | undefined {
  if (near?.of === 'place') return near.name;
  return where?.relation === 'near' ? where.name : undefined;
}

/** Says that no place has all words. */
export function missedText({ q }: Pick<View, 'q'>, { kind }: Pick<Header, 'kind'>, texts: Texts): string {
  // "No restaurants in paris"; but "No where can I eat" is no sentence.
  return kind && fold(q).startsWith(fold(kind.words)) ? texts.nothingOf(q) : texts.nothingFor(q);
}

/** Where a place lies. Empty if that is not known. */
export function pointOf({ location }: Pick<Place, 'location'>): Point[] {
  return location ? [{ lat: Number(location.lat), lng: Number(location.lng) }] : [];
}

/** The places of a search that the map moves to. */
export interface Shown {
  readonly places: readonly Pick<Place, 'location'>[];
  /** Whether they are where the words say. */
  readonly saysWhere: boolean;
  /** The area that the words name, if it has more places. */
  readonly area?: Rectangle;
  /** The street that the words name. */
  readonly street?: string;
  /** The nearest place, if there is none where the words say. */
  readonly nearest?: Place;
}

/** If the words say where, those in the area, as a place elsewhere may have all words in its name. Else all. */
export function shownOf(header: Header, places: readonly Place[]): Shown {
  const { where } = header;
  const saysWhere = wordsOfPlace(header) !== undefined;
  if (!where) return { places, saysWhere };
  const there = places.filter(({ address = {} }) => isIn(where, address));
  return { places: there.length > 0 ? there : places, saysWhere };
}

/** Names of countries and states may be codes, which other names contain: `BR` and Brumadinho. */
function isIn({ type, name }: NonNullable<Header['where']>, address: NonNullable<Place['address']>): boolean {
  const area = fold(name);
  if (type === 'country' || type === 'state') return fold(address[type] ?? '') === area;
  return [address.district, address.city].some((part = '') => fold(part).includes(area));
}

/**
 * The area or the street that words name, if they say nothing else.
 *
 * @param places the first ones of the search
 */
export function addressOf(q: string, header: Header, places: readonly Place[]): NamedAddress | undefined {
  const { where, kind, near, when, number } = header;
  const isMore = [kind, near, when, number].some((role) => role !== undefined);
  const ofArea = new Set(wordsIn(where?.words ?? ''));
  const rest = wordsIn(q).filter((word) => !ofArea.has(word));
  if (where && rest.every(isStopWord)) return isMore ? undefined : areaOf(where);
  // Its words may be those of a kind, too.
  const name = lettersOf(rest.join(''));
  const there = places.filter(({ address }) => lettersOf(address?.street ?? '') === name);
  const [{ address: { street, city } = {} } = {}] = there;
  if (name === '' || street === undefined || 2 * there.length <= places.length) return undefined;
  return { street, ...(city !== undefined && { city }) };
}

/** The area that words ask to be near. */
export function areaNear({ where }: Pick<Header, 'where'>): NamedAddress | undefined {
  return where?.relation === 'near' ? areaOf(where) : undefined;
}

function areaOf({ type, name, city, state }: NonNullable<Header['where']>): NamedAddress | undefined {
  if (type === 'country' || type === 'state') return { [type]: name };
  const inState = state === undefined ? {} : { state };
  if (type === 'city') return { city: name, ...inState };
  return type === 'district' ? { district: name, ...(city !== undefined && { city }), ...inState } : undefined;
}

function lettersOf(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

function wordsIn(text: string): string[] {
  return fold(text)
    .split(/[\s,]+/u)
    .filter((word) => word !== '');
}

/** The service names kinds in English. */
function kindText({ words, name }: NonNullable<Header['kind']>, texts: Texts): string {
  return /\p{L}/u.test(words) ? words : texts.lang === 'en' ? name.toLowerCase() : name;
}

function nearText({ of, name = '' }: NonNullable<Header['near']>, texts: Texts): string {
  if (of === 'place') return texts.nearPlace(name);
  return of === 'centre' ? texts.nearestFirst : texts.nearHere;
}

function whenText(open: string, texts: Texts): string {
  if (open === 'now' || open === 'late' || open === 'night') return texts.openWhen[open];
  // `monday`, `09:00`, `monday 09:00`
  const [, name, clock] = /^([a-z]*) ?([\d:]*)$/u.exec(open) ?? [];
  const at = days.indexOf(name ?? '');
  const day = at === -1 ? name : texts.openOn(weekday(`2024-01-0${at + 1}`, texts.lang));
  const time = clock && clockTime(`2024-01-01T${clock}`, texts.lang);
  if (!time) return at === -1 ? open : (day ?? open);
  return day ? `${day}, ${time}` : texts.openAt(time);
}

/** Those of the first week of 2024. */
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function areaLine({ name, type, city, state }: NonNullable<Header['where']>, texts: Texts): string {
  // The data name countries by their codes.
  const shown = type === 'country' ? countryName(name, texts.lang) : name;
  return [shown, city, state].filter((part) => part !== undefined).join(', ');
}
