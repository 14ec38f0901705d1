import { MINUTES_OF_DAY } from '../query/open.js';
import { isStopWord } from './fillers.js';
import { endOf, Phrases } from './role-phrases.js';
import { foldedWordsOf, LANGUAGES, phrasesOf } from './word-lists.js';
import { foldedPhrase } from './words.js';

/** Monday is 0. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** A time on the clock of a place, in minutes since midnight. The next such time is meant; with `day`, the next one on that day. */
export interface ClockTime {
  readonly minute: number;
  /** The end of a part of the day: from `minute` until then, now is meant. More than the minutes of a day if it is after midnight. */
  readonly until?: number;
  readonly day?: Weekday;
  /** Whether this day is meant although the time has passed: `open today at 9am`. */
  readonly isToday?: true;
  /** Whether the day after the present one is meant. Then `minute` may be in the night that follows it. */
  readonly isTomorrow?: true;
}

/** A time that words name: `now`, late in the evening, in the middle of the night, any time of a day, or on the clock. */
export type NamedTime = 'now' | 'late' | 'night' | 'tomorrow' | Weekday | ClockTime;

/** Hours that words name without a clock. `24 hours` is `night`, except beside a day: `24 hours on sunday` is in the night before it, too. */
type HoursOfDay = 'late' | 'night' | '24 hours';

/** Phrases that ask for open places. `open` alone is not one of them, because names have that word. */
const OPEN_TIMES = new Phrases<'now' | HoursOfDay>([
  ['now', phrasesOf('open now')],
  ['late', phrasesOf('open late')],
  ['night', phrasesOf('open all night')],
  ['24 hours', phrasesOf('open 24 hours')],
]);

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

const MS_OF_DAY = 86_400_000;

/** The names of the days of the week. */
const DAYS = ([0, 1, 2, 3, 4, 5, 6] as const).map((day): [Weekday, readonly string[]] => {
  const names = LANGUAGES.map((language) =>
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + day * MS_OF_DAY),
  );
  return [day, [...names, ...phrasesOf(`day ${day}`)]];
});

function followedBy(before: readonly string[], after: readonly string[]): string[] {
  return before.flatMap((first) => after.map((last) => `${first} ${last}`));
}

const OPEN = new Phrases([[true, phrasesOf('open')]]);

/** Between two days: `monday to friday`. The first one is meant. */
const FURTHER_DAYS = new Phrases(
  DAYS.map(([, names]): [true, string[]] => [true, followedBy(phrasesOf('between days'), names)]),
);

/** Days that are words of names, too: `domingo quinta da boa vista`, Domingos Martins. */
const DAYS_IN_NAMES = foldedWordsOf('day in names');

/** Further days without a word between. */
const DAYS_ALONE = new Phrases(DAYS.map(([, names]): [true, readonly string[]] => [true, names]));

const DATES = new Phrases<Weekday | 'today' | 'tomorrow'>([
  // Nothing, or a word such as `on`, is before a day.
  ...DAYS.map(([day, names]): [Weekday, string[]] => [day, followedBy(['', ...phrasesOf('before a day')], names)]),
  ['today', phrasesOf('today')],
  ['tomorrow', phrasesOf('tomorrow')],
]);

/** Names of times, as minutes since midnight. `open until midnight` means open a minute before midnight. */
const HOURS: Readonly<Record<string, number>> = Object.fromEntries([
  ...phrasesOf('noon').map((name) => [foldedPhrase(name), 12] as const),
  ...phrasesOf('midnight').map((name) => [foldedPhrase(name), 24] as const),
]);

/** What words before a clock say. */
const CLOCK_RELATIONS = ['until', 'before', 'after', 'at'] as const;

type ClockRelation = (typeof CLOCK_RELATIONS)[number];

/** The folded phrases of a role as alternatives of a regular expression, the longest first. */
function alternatives(role: string): string {
  const folded = phrasesOf(role).map(foldedPhrase);
  return [...new Set(folded)].sort((a, b) => b.length - a.length).join('|');
}

/**
 * `at 7am`, `after 10 30 pm`, `as 22h`, `kl 22 30`, `um 8 uhr`, folded. `to`, `by`, `a` and the like are words of names too,
 * so they do not make a number an hour: `open to 5 star`.
 */
const CLOCK = new RegExp(
  [
    `^(?:${CLOCK_RELATIONS.map((relation) => `(?<${relation}>${alternatives(`clock ${relation}`)}) |`).join('')}(?:to|from|by|a|ao|al|des) )?`,
    `(?:(?<named>${Object.keys(HOURS).join('|')})|(?<hour>\\d{1,2})(?:(?: |(?<hBetween> ?h ?))(?<minutes>[0-5]\\d)|(?<digits>[0-5]\\d))?`,
    `(?<suffix> ?(?:(?<half>[ap]) ?m|(?<of24>h|${alternatives('hour')})|o clock))?)(?= |$)`,
  ].join(''),
  'u',
);

/** A part of the day, as minutes since midnight. */
type PartOfDay = Required<Pick<ClockTime, 'minute' | 'until'>>;

const MORNING: PartOfDay = { minute: 10 * 60, until: 12 * 60 };
const AFTERNOON: PartOfDay = { minute: 15 * 60, until: 18 * 60 };
const EVENING: PartOfDay = { minute: 20 * 60, until: 24 * 60 };
/** The hours after midnight. */
const SMALL_HOURS: PartOfDay = { minute: 3 * 60, until: 6 * 60 };

/** Parts of the day after `open`, a day or both. */
const PARTS_OF_DAY = new Phrases([
  [MORNING, phrasesOf('morning')],
  [AFTERNOON, phrasesOf('afternoon')],
  [EVENING, phrasesOf('evening')],
  [SMALL_HOURS, phrasesOf('small hours')],
]);

/** Hours that words name after a day: `open friday late`. */
const HOURS_OF_DAY = new Phrases<HoursOfDay>([
  ['late', phrasesOf('late')],
  ['night', phrasesOf('all night')],
  ['24 hours', phrasesOf('24 hours')],
]);

/** `late` and in the middle of the night, in minutes. */
export const CLOCKS = { late: { minute: 22 * 60 + 30, until: 26 * 60 }, night: { minute: 3 * 60 + 30 } } as const;

/** Also a word of names: `open night market`. It counts after a day, and at the end. */
const NIGHT = new Set(['night', 'nights']);

/** Until then, the clock of a named day is in the night that follows it: `open friday until 2am`. */
const END_OF_NIGHT = 300;

export interface TimeOptions {
  /** The words as typed, with their punctuation. */
  readonly typed?: readonly string[];
  /** Whether places are asked for that are open in the night: bars. */
  readonly isNightPlace?: boolean;
}

/** The time at which places should be open, if words name one, and the position after it. */
export function openTimeAt(
  words: readonly string[],
  from: number,
  { typed = words, isNightPlace = false }: TimeOptions = {},
): { meaning: NamedTime; end: number } | undefined {
  const open = OPEN.longestMatchAt(words, from);
  const text = { words, typed, isNightPlace };
  const said = open ? saidTimeAt(text, open.end) : timeBeforeOpenAt(text, from);
  // `aberta 24 horas` is no time on the clock.
  const matches = [OPEN_TIMES.longestMatchAt(words, from), open && OPEN_TIMES.longestMatchAt(words, open.end)];
  const phrase = matches.find((match) => match !== undefined && match.end >= (said?.timeEnd ?? 0));
  if (!phrase) return said && { meaning: meaningOf(said), end: said.end };
  if (phrase.meaning === 'now') return { ...phrase, meaning: 'now' };
  // `open late on friday`
  const day = dayAt({ words, typed }, phrase.end);
  if (!day) return { meaning: phrase.meaning === 'late' ? 'late' : 'night', end: phrase.end };
  return { meaning: meaningOf({ day: day.meaning, hours: phrase.meaning }), end: day.end };
}

/** A day, with what the clock or other words say of it, in any order: `sunday morning at 9`. */
interface SaidTime {
  readonly day?: Weekday | 'today' | 'tomorrow';
  readonly clock?: Clock;
  readonly part?: PartOfDay;
  readonly hours?: HoursOfDay;
  /** The position after the clock, the part of the day and the hours; 0 without all of them. */
  readonly timeEnd: number;
  readonly end: number;
}

/**
 * A time before a word such as `open`: `sonntag geöffnet`, `bis 22 uhr offen`. Names have `open` itself, too, so it ends the text: not so in `ruby
 * tuesday open now`.
 */
function timeBeforeOpenAt(text: TimeWords & Required<TimeOptions>, from: number): SaidTime | undefined {
  const { words } = text;
  const isFollowed = words.some((_, at) => at > from && OPEN.longestMatchAt(words, at));
  const said = isFollowed && !DAYS_IN_NAMES.has(words[from] ?? '') ? saidTimeAt(text, from) : undefined;
  const open = said && OPEN.longestMatchAt(words, said.end);
  if (!open || (isStopWord(words[said.end] ?? '') && open.end < words.length)) return undefined;
  return { ...said, timeEnd: open.end, end: open.end };
}

interface TimeWords extends Pick<Required<TimeOptions>, 'typed'> {
  /** Folded. */
  readonly words: readonly string[];
}

function saidTimeAt(text: TimeWords & Required<TimeOptions>, from: number): SaidTime | undefined {
  let said: SaidTime = { timeEnd: 0, end: from };
  for (let more = withNext(text, said); more; more = withNext(text, said)) said = more;
  if (said.end === from) return undefined;
  // `bar open after 5` is after work.
  const { clock } = said;
  return clock && text.isNightPlace && clock.relation !== 'after'
    ? { ...said, clock: { ...clock, isOfNight: true } }
    : said;
}

function withNext({ words, typed }: TimeWords, said: SaidTime): SaidTime | undefined {
  const hours = said.day === undefined || said.hours ? undefined : HOURS_OF_DAY.longestMatchAt(words, said.end);
  if (hours) return { ...said, hours: hours.meaning, timeEnd: hours.end, end: hours.end };
  const part = said.part ? undefined : partOfDayAt(words, said.end, said.day !== undefined);
  if (part) return { ...said, part: part.meaning, timeEnd: part.end, end: part.end };
  const day = said.day === undefined ? dayAt({ words, typed }, said.end) : undefined;
  if (day) return { ...said, day: day.meaning, end: day.end };
  const clock = said.clock ? undefined : clockAt(words, said.end);
  return clock && { ...said, clock, timeEnd: clock.end, end: clock.end };
}

/**
 * The day that words name. Of several days, the first: `monday to friday`. Without a word or a comma between, those that are words of
 * names are further days only at the end of the text.
 */
function dayAt({ words, typed }: TimeWords, from: number): ReturnType<typeof DATES.longestMatchAt> {
  const first = DATES.longestMatchAt(words, from);
  if (typeof first?.meaning !== 'number') return first;
  let { end } = first;
  let sureEnd = end;
  for (;;) {
    const joined = FURTHER_DAYS.longestMatchAt(words, end);
    const next = joined ?? DAYS_ALONE.longestMatchAt(words, end);
    if (!next) break;
    const mayBeName = joined === undefined && DAYS_IN_NAMES.has(words[end] ?? '');
    const isSure = end === sureEnd && (!mayBeName || typed[end - 1]?.endsWith(',') === true);
    ({ end } = next);
    if (isSure || end === words.length) sureEnd = end;
  }
  return { ...first, end: sureEnd };
}

function partOfDayAt(
  words: readonly string[],
  from: number,
  isAfterDay: boolean,
): { meaning: PartOfDay; end: number } | undefined {
  const match = PARTS_OF_DAY.longestMatchAt(words, from);
  const isName = match && NIGHT.has(words[from] ?? '') && !isAfterDay && match.end < words.length;
  return isName ? undefined : match;
}

interface Clock {
  readonly hour: number;
  readonly minutes: number;
  /** Of `am` and `pm`. */
  readonly half: string | undefined;
  /** The word before it. */
  readonly relation: ClockRelation;
  /** Whether the hour may be before or after noon: `9`, but neither `noon` nor `21`. */
  readonly isEitherHalf: boolean;
  /** Whether the hour begins with a zero, as the clock of 24 hours has it: `09 30`. */
  readonly hasZero: boolean;
  /** Whether hours up to 6 are those after midnight: with the words of a clock of 24 hours (`5 Uhr`), and beside a bar. */
  readonly isOfNight: boolean;
  readonly end: number;
}

/** The clock that words name. A number alone is none, unless a part of the day follows it: `open 24`, `open 2025`. */
function clockAt(words: readonly string[], from: number): Clock | undefined {
  const match = CLOCK.exec(words.slice(from).join(' ').replaceAll('.', ' '));
  if (!match?.groups) return undefined;
  const { named, digits, suffix, half, ...groups } = match.groups;
  const hour = named === undefined ? Number(groups.hour) : (HOURS[named] ?? 0);
  const minutes = Number(groups.minutes ?? digits ?? 0);
  const end = endOf(words, from, match[0].length);
  const relation = CLOCK_RELATIONS.find((each) => groups[each] !== undefined);
  const isSure = [relation, named, suffix, groups.minutes].some((part) => part !== undefined);
  const isHour = hour <= NOON && digits === undefined && partOfDayAt(words, end, false) !== undefined;
  if ((!isSure && !isHour) || hour * 60 + minutes > MINUTES_OF_DAY) return undefined;
  const isEitherHalf = named === undefined && hour <= NOON;
  const hasZero = groups.hour?.startsWith('0') === true;
  const isOfNight = (groups.of24 ?? groups.hBetween) !== undefined;
  return { hour, minutes, half, relation: relation ?? 'at', isEitherHalf, hasZero, isOfNight, end };
}

const NOON = 12;

function meaningOf({ day, clock, part, hours }: Omit<SaidTime, 'timeEnd' | 'end'>): NamedTime {
  const range: Pick<ClockTime, 'minute' | 'until'> | undefined = hours
    ? CLOCKS[hours === 'late' ? 'late' : 'night']
    : part;
  const minute = clock ? minuteOf(clock, part) : range?.minute;
  if (minute === undefined) return day === undefined || day === 'today' ? 'now' : day;
  const until = clock ? undefined : range?.until;
  const isTomorrow = day === 'tomorrow' && ({ isTomorrow: true } as const);
  // `open friday at 2 in the morning` is before friday's day, but `until 2 in the morning` is after it.
  const isEarly = part === MORNING || part === SMALL_HOURS || hours === '24 hours';
  const isUntil = clock?.relation === 'until';
  const endOfNight = isUntil && clock.isOfNight ? LAST_HOUR_OF_24 * 60 : END_OF_NIGHT;
  const isNextDay = minute < endOfNight && (!isEarly || isUntil);
  return {
    minute: isTomorrow && isNextDay ? minute + MINUTES_OF_DAY : minute,
    ...(until !== undefined && { until }),
    ...isTomorrow,
    ...(typeof day === 'number' && { day: (isNextDay ? (day + 1) % 7 : day) as Weekday }),
    ...(day === 'today' && !isNextDay && { isToday: true as const }),
  };
}

/** The minute of the day. `until 10` and `before 10` mean the minute before. */
function minuteOf(clock: Clock, part: PartOfDay | undefined): number {
  const { relation, minutes } = clock;
  const isBefore = relation === 'until' || relation === 'before';
  return (hourOf(clock, part) * 60 + minutes - (isBefore ? 1 : 0) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
}

function hourOf(
  { hour, half, relation, isEitherHalf, hasZero, isOfNight }: Clock,
  part: PartOfDay | undefined,
): number {
  if (half !== undefined) return (hour % NOON) + (half === 'p' ? NOON : 0);
  if (!isEitherHalf) return hour;
  if (part) return (hour % NOON) + (isAfternoon(hour, part) ? NOON : 0);
  if (hasZero || (isOfNight && hour <= LAST_HOUR_OF_24)) return hour;
  return isMeantAfternoon(hour, relation) ? hour + NOON : hour;
}

/** At these hours, few places but bars are open, and people who mean the night say so: `at 4 in the morning`. */
const LAST_HOUR_OF_NIGHT = 4;

/** Until this hour, people who write a clock of 24 hours mean it: `bis 5 Uhr`. But `bis 10 Uhr` is in the evening, too. */
const LAST_HOUR_OF_24 = 6;

/** Until these hours, and after them, bars are open. */
const LAST_HOUR_OF_BARS = 3;

/** Whether people mean the second half of the day: `until 10` is in the evening, `before 10` in the morning, `at 2` in the afternoon. */
function isMeantAfternoon(hour: number, relation: ClockRelation): boolean {
  if (relation === 'before') return false;
  return relation === 'at' ? hour <= LAST_HOUR_OF_NIGHT : hour > LAST_HOUR_OF_BARS;
}

/** Whether an hour of the clock is after noon in this part of the day. `at 4 at night` and `at 12 at night` are not. */
function isAfternoon(hour: number, part: PartOfDay): boolean {
  return part === AFTERNOON || (part === EVENING && hour * 60 >= END_OF_NIGHT && hour < NOON);
}
