import { fold } from '../../src/places/words/fold.js';
import { type Header, type Place } from '../api/records.js';
import { capitalized, clockTime, countryName, inSentence, weekday } from '../parts/formats.js';
import { joined } from './lines.js';
import { type Texts } from '../texts/texts.js';
import { cornersOf, isWithin, middleOf, type Rectangle } from '../view/rectangle.js';
import { type Point, type WordRole, type View } from '../view/view.js';

/** What the service read from words of a search. */
export interface Understood {
  readonly role: WordRole;
  readonly what: string;
}

/** @param hasPosition whether the search is around the user, which is a filter of its own */
export function understoodOf(header: Header, texts: Texts, hasPosition: boolean): Understood[] {
  const { kind, where, near, when, number } = header;
  const isNearUser = near?.of !== 'place' && hasPosition;
  const all: Partial<Record<WordRole, string | undefined>> = {
    // Of another kind, the places are not of this one.
    kind: kind && kind.instead === undefined ? capitalized(kind.label, texts.lang) : undefined,
    where: where && texts.where[where.relation](areaLine(where, texts)),
    near: near && !isNearUser && !namesUnknownPlace(near) ? nearText(near, texts) : undefined,
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

/** Whether words ask to be near a place that is not known. */
function namesUnknownPlace({ of, needs }: NonNullable<Header['near']>): boolean {
  return of === 'unknown' && needs === 'place';
}

/** Whether words ask for what is near the user. */
export function asksNearUser({ near }: Pick<Header, 'near'>): boolean {
  return near !== undefined && near.of !== 'place' && !namesUnknownPlace(near);
}

/** Says what was searched instead of the words as typed. Undefined if the places have them, or if there are none. */
export function substitutionOf(header: Header, texts: Texts): string | undefined {
  const { found, match, corrected, kind, omitted = [] } = header;
  if (found === 0) return undefined;
  const said = [
    kind?.shown === undefined ? correctionOf(header, texts) : texts.shownInstead(corrected ?? kind.words, kind.shown),
    omitted.length === 0 ? undefined : texts.relaxed(omitted.join(', ')),
  ];
  return joined(said, ' ') || (match === 'relaxed' ? texts.missed : undefined);
}

/** Says which words were searched instead of misspelt ones. */
function correctionOf({ match, corrected }: Header, texts: Texts): string | undefined {
  if (corrected !== undefined) return texts.correctedTo(corrected);
  return match === 'corrected' ? texts.corrected : undefined;
}

/** What to search instead if a kind is not to be found where the words say: the kind elsewhere, and all places there. */
export function insteadOf(header: Header, texts: Texts): { label: string; q: string }[] {
  const { kind, where, near } = header;
  const words = wordsOfPlace(header);
  if (!kind || words === undefined) return [];
  const place = where ? texts.where.in(areaLine(where, texts)) : near && nearText(near, texts);
  return [
    { label: texts.elsewhere(capitalized(kind.label, texts.lang)), q: kind.words },
    { label: texts.allOf(place ?? words), q: words },
  ];
}

/** The words that say where. A search for them finds all places there. */
function wordsOfPlace({ where, near }: Pick<Header, 'where' | 'near'>): string | undefined {
  return where?.words ?? (near?.of === 'place' ? near.words : undefined);
}

/** Whether words say a kind of place, and all else of them has been read or left out. */
function areOfKind(q: string, { kind, where, near, when, number, words }: Header): boolean {
  if (!kind) return false;
  const read = new Set([kind, where, near, when, number].flatMap((one) => wordsIn(one?.words ?? '')));
  // Where words were left out, the service names the others.
  return wordsIn(words?.join(' ') ?? q).every((word) => read.has(word));
}

/** Whether a search is for any place of a kind, wherever it is: not for a name, nor for what is nearest. The kind may be misspelt. */
function isForKind(q: string, header: Header): boolean {
  const { kind, where, near, number, omitted = [] } = header;
  if (kind?.instead !== undefined || omitted.length > 0) return false;
  return areOfKind(q, header) && [where, near, number].every((role) => role === undefined);
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

/** "dentist in Auckland", if the words say a kind of place and all else of them has been read or left out. */
export function nothingOf({ q }: Pick<View, 'q'>, header: Header, texts: Texts): string | undefined {
  const { kind, where, near, when, number } = header;
  if (!kind || !areOfKind(q, header)) return undefined;
  // Which come first says nothing if there are none.
  const there = where && texts.where[where.relation === 'near' ? 'near' : 'in'](areaLine(where, texts));
  const parts = [
    inSentence(kind.label),
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
function nearestOf({ nearest }: Pick<Header, 'nearest'>): Header['nearest'] {
  return Number(nearest?.distance ?? 0) <= FARTHEST ? nearest : undefined;
}

/** The name of the area or place that the distances of a search around no point are from. */
export function distancesFrom({ where, near }: Pick<Header, 'where' | 'near'>): string | undefined {
  if (near?.of === 'place') return near.name;
  return where?.relation === 'near' ? where.name : undefined;
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
  /** The nearest place, if there is none where the words say. */
  readonly nearest?: Place;
}

/**
 * What the map moves to. Where a search finds nothing, that is the area or the place that its words name, and the nearest that was meant.
 * Where they only name an area that has more places than the list, it is all of it. What they ask to be near belongs to it.
 *
 * @param places of the list
 */
export function shownOf(q: string, header: Header, places: readonly Place[]): Shown {
  const { where, near, found, rows } = header;
  const saysWhere = wordsOfPlace(header) !== undefined;
  const area = where?.box && rectangleOf(where.box);
  const nearest = found === 0 ? nearestOf(header) : undefined;
  if (found === 0 && saysWhere)
    return {
      places: [...(area ? cornersOf(area).map(located) : []), ...(near ? [near] : []), ...(nearest ? [nearest] : [])],
      ...{ saysWhere, ...(nearest && { nearest: { ...nearest, categories: [], phones: [] } }) },
    };
  if (area && found > rows && saysOnlyWhere(q, header)) return { places, saysWhere, area };
  const there = where ? places.filter(({ address = {} }) => isIn(where, address)) : [];
  const middle = area && where.relation === 'near' ? [located(middleOf(area))] : near?.location ? [near] : [];
  return { places: [...middle, ...(there.length > 0 ? there : places)], saysWhere };
}

function rectangleOf({ north, west, south, east }: Readonly<Record<keyof Rectangle, string>>): Rectangle {
  return { north: Number(north), west: Number(west), south: Number(south), east: Number(east) };
}

function located({ lat, lng }: Point): Pick<Place, 'location'> {
  return { location: { lat: String(lat), lng: String(lng) } };
}

/** Names of countries and states may be codes, which other names contain: `BR` and Brumadinho. */
function isIn({ type, name }: NonNullable<Header['where']>, address: NonNullable<Place['address']>): boolean {
  const area = fold(name);
  if (type === 'country' || type === 'state') return fold(address[type] ?? '') === area;
  return [address.district, address.city].some((part = '') => fold(part).includes(area));
}

function saysOnlyWhere(q: string, { where, kind, near, when, number }: Header): boolean {
  const isMore = [kind, near, when, number].some((role) => role !== undefined);
  return !isMore && wordsBeside(where, q).length === 0;
}

function wordsBeside(where: Header['where'], q: string): string[] {
  const ofArea = new Set(wordsIn(where?.words ?? ''));
  return wordsIn(q).filter((word) => !ofArea.has(word));
}

function wordsIn(text: string): string[] {
  return fold(text)
    .split(/[\s,]+/u)
    .filter((word) => word !== '');
}

function nearText({ of, name = '' }: NonNullable<Header['near']>, texts: Texts): string {
  if (of === 'place') return texts.nearPlace(name);
  return of === 'centre' ? texts.nearestFirst : texts.nearMe;
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
