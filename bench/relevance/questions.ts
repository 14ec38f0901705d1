import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { categoriesOf, kilometresBetween, type NamedPlace, type Point, pointOf } from './places.js';
import { type Half, type Summary } from './results.js';
import { type Found, type Outcome, runSearches, type Search, type Searcher } from './searchers.js';

/** What a person types, and how to recognise a place that they could mean. */
export interface Question extends Search {
  readonly accepts: (place: NamedPlace) => boolean;
  /** What the whole page must be like; by default its first place is accepted. */
  readonly expects?: 'nothing' | 'a centre';
  readonly half: Half;
}

/** A hash decides, so that nobody chooses which questions are held out, and none changes its half when others come or go. */
function halfOf(q: string): Half {
  return createHash('sha256').update(q).digest().readUInt8() % 2 === 0 ? 'read' : 'held out';
}

/** Places of a kind: by the name of the place, or by its category and subcategory (`Shopping > Pharmacy`). Without both, any place. */
export interface Kind {
  readonly name?: RegExp;
  readonly category?: RegExp;
}

export function isOfKind(place: NamedPlace, { name, category }: Kind): boolean {
  if (!name && !category) return true;
  return (
    name?.test(place.name) === true || (category !== undefined && categoriesOf(place).some((one) => category.test(one)))
  );
}

/** Whether the first place is right; for questions that nothing answers, whether the page says so. */
export function isRight({ accepts, expects }: Question, { places: [first], header }: Found): boolean {
  if (expects === 'nothing') return first === undefined;
  if (expects === 'a centre') return asksForCentre(header) && (first === undefined || accepts(first));
  return first !== undefined && accepts(first);
}

/** Whether the header says that words need a centre, in a member besides those that repeat words of `q`. */
function asksForCentre({ words: _words, omitted: _omitted, where: _where, ...header }: Found['header']): boolean {
  const { next: _next, previous: _previous, ...said } = header;
  return /cent(re|er)|location\.lat/iu.test(JSON.stringify(said));
}

/** A condition of a right place. */
type Rule = (place: NamedPlace) => boolean;

export interface QuestionFile {
  /** By the word that people type. */
  readonly kinds: Readonly<Record<string, Kind>>;
  /** By topic. */
  readonly questions: Readonly<Record<string, readonly Question[]>>;
}

/** How far a place without the name of a district may be from its middle, in kilometres. */
const DISTRICT_RADIUS = 1.5;

/** How far from a landmark `near` reaches. */
const LANDMARK_RADIUS = 2;

/**
 * Reads a file of questions: `kind WORD = CATEGORIES / NAMES` (regular expressions), `[topic]`, and `TEXT => RULE`. A rule is a
 * list of conditions; all must hold:
 *
 * | condition                                                                  | holds for a place                                   |
 * | -------------------------------------------------------------------------- | --------------------------------------------------- |
 * | `cafe`, `cafe|bar`                                                         | of a kind                                           |
 * | `/pizza hut/`, `category:/dentist/`, `hours:/24.7/`, `phone:6498374030`    | with this name, category, hours or number           |
 * | `street:/gt north/`, `city:são_paulo`, and other members of the address    | at such an address; `_` is a space                  |
 * | `in:mt_eden`                                                               | in a city, district or street so named, or around the district's middle |
 * | `near:/eden park/`, `within:2`                                             | within 2 km of a place so named; of the centre      |
 * | `centre:-36.85,174.76`                                                     | any: the centre of the request                      |
 * | `nothing`, `asks-centre`                                                   | any: no place may be found; the header must ask for a centre |
 *
 * @param places decide where districts and landmarks are
 */
export function readQuestions(file: string, places: readonly NamedPlace[]): QuestionFile {
  const kinds: Record<string, Kind> = {};
  const questions: Record<string, Question[]> = {};
  const rules = new Rules(kinds, places);
  let topic = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, word, categories, names] = /^kind (.+?) = (.*?)\s*\/ ?(.*)$/u.exec(line) ?? [];
    if (word !== undefined) kinds[word] = { ...pattern('category', categories), ...pattern('name', names) };
    topic = /^\[(.+)\]$/u.exec(line)?.[1] ?? topic;
    const [q, rule] = line.split(' => ');
    if (q !== undefined && rule !== undefined) (questions[topic] ??= []).push(rules.question(q, rule));
  }
  return { kinds, questions };
}

function pattern(key: keyof Kind, text = ''): Kind {
  return text === '' ? {} : { [key]: new RegExp(text, 'iu') };
}

class Rules {
  constructor(
    private readonly kinds: Readonly<Record<string, Kind>>,
    private readonly places: readonly NamedPlace[],
  ) {}

  question(q: string, text: string): Question {
    const conditions = text.match(/(?:[a-z-]+:)?\/[^/]+\/|\S+/gu) ?? [];
    const centre = conditions.find((one) => one.startsWith('centre:'))?.slice('centre:'.length);
    const [lat = '', lng = ''] = centre?.split(',') ?? [];
    const rules = conditions.flatMap((one) => this.rule(one, { lat: Number(lat), lng: Number(lng) }) ?? []).reverse();
    return {
      ...{ q, half: halfOf(q) },
      // Where comes before the kind, whose expressions take longer.
      accepts: (place) => rules.every((rule) => rule(place)),
      ...(centre !== undefined && { parameters: { 'location.lat': lat, 'location.lng': lng } }),
      ...(conditions.some((one) => one === 'nothing') && { expects: 'nothing' as const }),
      ...(conditions.some((one) => one === 'asks-centre') && { expects: 'a centre' as const }),
    };
  }

  private rule(condition: string, centre: Point): Rule | undefined {
    if (condition === 'nothing' || condition === 'asks-centre' || condition.startsWith('centre:')) return undefined;
    const [key, value] = condition.startsWith('/') ? ['name', condition] : split(condition);
    const wanted = value.startsWith('/') ? new RegExp(value.slice(1, -1), 'iu') : /^$/u;
    switch (key) {
      case 'name':
        return ({ name }) => wanted.test(name);
      case '':
        return anyOf(value.split('|').map((kind) => this.kindRule(kind)));
      case 'in':
        return anyOf(value.split('|').map((area) => this.areaRule(area.replaceAll('_', ' '))));
      case 'near': {
        const landmarks = this.places.filter(({ name }) => wanted.test(name));
        return isNear(
          landmarks.flatMap((place) => pointOf(place) ?? []),
          LANDMARK_RADIUS,
        );
      }
      case 'within':
        return isNear([centre], Number(value));
      case 'category':
        return (place) => categoriesOf(place).some((category) => wanted.test(category));
      case 'street':
      case 'city':
      case 'district':
      case 'number':
      case 'zipcode':
      case 'state':
      case 'country':
        return value.startsWith('/')
          ? ({ address }) => wanted.test(address?.[key] ?? '')
          : ({ address }) => address?.[key]?.replace(/\s/gu, '').toLowerCase() === value.replaceAll('_', '');
      case 'phone':
        return ({ phones = [] }) => phones.includes(value);
      case 'hours':
        return ({ openingHours = '' }) => wanted.test(openingHours);
      default:
        throw new Error(`No condition: ${condition}`);
    }
  }

  private kindRule(word: string): Rule {
    const kind = this.kinds[word.replaceAll('_', ' ')];
    if (!kind) throw new Error(`No kind: ${word}`);
    return (place) => isOfKind(place, kind);
  }

  private areaRule(area: string): Rule {
    // Not `Mt Wellington`, nor `Taupo Qy`.
    const named = new RegExp(`^${area}( (city|central|north|south|east|west)|[ ,-]+\\d+)?$`, 'iu');
    const atEnd = new RegExp(`(?<!mt|mount)[ ,]+${area}$`, 'iu');
    const isNamed: Rule = ({ address: { city = '', district = '', street = '' } = {} }) =>
      named.test(city) || named.test(district) || atEnd.test(street);
    const district = this.places.filter(({ address }) => address?.district?.toLowerCase() === area);
    const middle = district.length < 5 ? undefined : densest(district.flatMap((place) => pointOf(place) ?? []));
    return middle ? anyOf([isNamed, isNear([middle], DISTRICT_RADIUS)]) : isNamed;
  }
}

/** `in:auckland` → `in`, `auckland`; `cafe` → ``, `cafe`. */
function split(condition: string): [string, string] {
  const colon = condition.indexOf(':');
  return colon === -1 ? ['', condition] : [condition.slice(0, colon), condition.slice(colon + 1)];
}

function anyOf(rules: readonly Rule[]): Rule {
  return (place) => rules.some((rule) => rule(place));
}

function isNear(points: readonly Point[], kilometres: number): Rule {
  return (place) => {
    const here = pointOf(place);
    return here !== undefined && points.some((point) => kilometresBetween(here, point) <= kilometres);
  };
}

/** The point with most others around it. A geocoder puts many places that it does not know at one wrong point, so each counts once. */
function densest(points: readonly Point[]): Point | undefined {
  const distinct = [...new Map(points.map((point) => [`${point.lat},${point.lng}`, point])).values()];
  const around = (one: Point): number =>
    distinct.filter((other) => kilometresBetween(one, other) <= DISTRICT_RADIUS).length;
  return distinct.map((one) => ({ one, count: around(one) })).sort((a, b) => b.count - a.count)[0]?.one;
}

/** @throws Error if no place of the set can be right, or if one can and none should */
export async function ask(
  questions: readonly Question[],
  places: readonly NamedPlace[],
  searcher: Searcher,
): Promise<{ summary: Summary; wrong: Outcome<Question>[] }> {
  const { outcomes } = await runSearches(questions, searcher);
  const mean = (worth: (outcome: Outcome<Question>) => number): number =>
    Math.round((1000 * outcomes.reduce((sum, one) => sum + worth(one), 0)) / outcomes.length) / 1000;
  const summary = {
    questions: questions.length,
    first: mean(({ item, found }) => Number(isRight(item, found))),
    precision: mean((outcome) => precisionOf(outcome, places)),
    empty: mean(({ item, found }) => Number(found.places.length === 0 && item.expects !== 'nothing')),
  };
  return { summary, wrong: outcomes.filter(({ item, found }) => !isRight(item, found)) };
}

function precisionOf({ item, found }: Outcome<Question>, places: readonly NamedPlace[]): number {
  const possible = countUpTo(10, places, item.accepts);
  if ((possible === 0) !== (item.expects === 'nothing'))
    throw new Error(`${possible} places are right for the question "${item.q}".`);
  if (item.expects === 'nothing') return Number(isRight(item, found));
  return Math.min(1, found.places.filter(item.accepts).length / possible);
}

function countUpTo(most: number, places: readonly NamedPlace[], accepts: (place: NamedPlace) => boolean): number {
  let count = 0;
  for (const place of places) {
    if (accepts(place)) count += 1;
    if (count === most) break;
  }
  return count;
}
