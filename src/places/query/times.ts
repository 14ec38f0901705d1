import { MINUTES_OF_DAY } from './open.js';
import { endOf, Phrases } from './role-phrases.js';

/** Monday is 0. */
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** A time on the clock of a place, in minutes since midnight. The next such time is meant; with `day`, the next one on that day. */
export interface ClockTime {
  readonly minute: number;
  /** The end of a part of the day: from `minute` until then, now is meant. More than the minutes of a day if it is after midnight. */
  readonly until?: number;
  readonly day?: Weekday;
}

/** A time that words name: `now`, late in the evening, in the middle of the night, a day of the week at noon, or on the clock. */
export type NamedTime = 'now' | 'late' | 'night' | Weekday | ClockTime;

/** Phrases that ask for open places. `open` alone is not one of them, because names have that word. */
const OPEN_TIMES = new Phrases<'now' | 'late' | 'night'>([
  [
    'now',
    'open now, open right now, currently open, open today, still open, now open, ' +
      'aberto agora, aberta agora, abertos agora, abertas agora, aberto hoje, aberta hoje, agora aberto, ' +
      'abierto ahora, abierta ahora, abiertos ahora, abierto hoy, åben nu, åbent nu, åbne nu, åbent i dag, ' +
      'jetzt geöffnet, jetzt offen, heute geöffnet, ouvert maintenant, ouverte maintenant, ouverts maintenant, ' +
      'aperto ora, aperto adesso, öppet nu, öppen nu, åpent nå, åpen nå, nu open, nu geopend, auki nyt, otwarte teraz, ' +
      'открыто сейчас, открыт сейчас, открыта сейчас, сейчас открыто, ανοιχτό τώρα, şimdi açık, مفتوح الآن, פתוח עכשיו, 営業中, 영업중, 现在营业, 營業中',
  ],
  [
    'late',
    'open late, late night, open late night, open till late, open until late, open in the evening, ' +
      'aberto até tarde, aberta até tarde, aberto à noite, aberta à noite, abierto hasta tarde, abierto de noche, ' +
      'åbent sent, længe åbent, sent åbent, lange geöffnet, ouvert tard, aperto fino a tardi, öppet sent, åpent sent, laat open, auki myöhään',
  ],
  [
    'night',
    '24 hours, 24 hour, 24 hrs, 24 hr, 24h, 24hrs, 24 7, open 24 hours, open 24h, open 24 7, open all night, all night, round the clock, ' +
      '24 horas, aberto 24 horas, aberta 24 horas, abierto 24 horas, a noite toda, toda la noche, ' +
      'døgnåben, døgnåbent, døgnet rundt, 24 timer, åbent 24 timer, 24 Stunden, rund um die Uhr, 24 heures, toute la nuit, ' +
      '24 ore, dygnet runt, døgnåpent, 24 uur, 24 tuntia, круглосуточно, круглосуточная, круглосуточный, 24 часа, 24時間, 24小时, 24시간, 24 ساعة',
  ],
]);

/** The names of the days of the week. */
const DAYS = (
  [
    'monday, mondays, segunda, segunda feira, lunes, mandag, Montag, lundi, lunedì, måndag, maandag',
    'tuesday, tuesdays, terça, terça feira, martes, tirsdag, Dienstag, mardi, martedì, tisdag, dinsdag',
    'wednesday, wednesdays, quarta, quarta feira, miércoles, onsdag, Mittwoch, mercredi, mercoledì, woensdag',
    'thursday, thursdays, quinta, quinta feira, jueves, torsdag, Donnerstag, jeudi, giovedì, donderdag',
    'friday, fridays, sexta, sexta feira, viernes, fredag, Freitag, vendredi, venerdì, vrijdag',
    'saturday, saturdays, sábado, sábados, lørdag, Samstag, samedi, sabato, lördag, zaterdag',
    'sunday, sundays, domingo, domingos, søndag, Sonntag, dimanche, domenica, söndag, zondag',
  ] as const
).map((names, day): [Weekday, string] => [day as Weekday, names]);

const OPEN_WORDS =
  'open, opens, aberto, aberta, abertos, abertas, abierto, abierta, åben, åbent, geöffnet, offen, ouvert, ouverte, aperto, öppet, åpent';

/** Words between `open` and a day; the empty text stands for none. */
const ON = ', on, na, no, aos, el, los, om, am, le, di, op';

function followedBy(before: string, after: string): string {
  const all = before.split(',').flatMap((first) => after.split(',').map((last) => `${first} ${last}`));
  return all.join(',');
}

const OPEN = new Phrases([[true, OPEN_WORDS]]);

const ON_DAY = new Phrases(DAYS.map(([day, names]): [Weekday, string] => [day, followedBy(ON, names)]));

/** Names of times, as minutes since midnight. `open until midnight` means open a minute before midnight. */
const HOURS: Readonly<Record<string, number>> = {
  ...{ noon: 12, midday: 12, 'meio dia': 12, mediodia: 12, mittag: 12, midi: 12 },
  ...{ midnight: 24, 'meia noite': 24, medianoche: 24, midnat: 24, mitternacht: 24, minuit: 24, mezzanotte: 24 },
};

/**
 * `at 7am`, `after 10 30 pm`, `as 22h`, `kl 22 30`, `um 8 uhr`, folded. `to`, `from`, `by`, `a` and `des` are words of names too,
 * so they do not make a number an hour: `open to 5 star`.
 */
const CLOCK = new RegExp(
  [
    '^(?:(?<before>until|till|til|before|ate|ate as|ate a|antes das|hasta|hasta las|indtil|til kl|bis|vor|jusqu a|avant|fino alle) ',
    '|(?<after>after|past|depois das|apos as|efter|nach|apres) ',
    '|(?<at>at|as|a partir das|a las|kl|klokken|um|ab|alle|dalle) |(?:to|from|by|a|des) )?',
    `(?:(?<named>${Object.keys(HOURS).join('|')})|(?<hour>\\d{1,2})(?:[ h](?<minutes>[0-5]\\d)|(?<digits>[0-5]\\d))?`,
    '(?<suffix> ?(?:(?<half>[ap]) ?m|h|hs|hrs|uhr|uur|horas|heures|o clock))?)(?= |$)',
  ].join(''),
  'u',
);

/** A part of the day, as minutes since midnight. */
type PartOfDay = Required<Pick<ClockTime, 'minute' | 'until'>>;

const MORNING: PartOfDay = { minute: 10 * 60, until: 12 * 60 };
const AFTERNOON: PartOfDay = { minute: 15 * 60, until: 18 * 60 };
const EVENING: PartOfDay = { minute: 20 * 60, until: 26 * 60 };

/** Parts of the day after `open`, a day or both. */
const PARTS_OF_DAY = new Phrases([
  [
    MORNING,
    'morning, mornings, in the morning, this morning, de manhã, pela manhã, por la mañana, om morgenen, om formiddagen, vormittag, vormittags, le matin, matin, la mattina, mattina',
  ],
  [
    AFTERNOON,
    'afternoon, afternoons, in the afternoon, this afternoon, à tarde, de tarde, pela tarde, por la tarde, om eftermiddagen, eftermiddag, nachmittag, nachmittags, après midi, l’après midi, pomeriggio, il pomeriggio',
  ],
  [
    EVENING,
    'evening, evenings, in the evening, this evening, tonight, night, at night, hoje à noite, à noite, de noite, esta noche, por la noche, i aften, aften, om aftenen, abend, abends, heute abend, ce soir, le soir, soir, stasera, sera, la sera',
  ],
]);

/** Until then, the clock of a named day is in the night that follows it: `open friday until 2am`. */
const END_OF_NIGHT = 300;

/** The minute of the day that words name, and the position after it. A number alone is none: `open 24`, `open 2025`. */
function clockAt(
  words: readonly string[],
  from: number,
): { minute: number; until?: undefined; end: number } | undefined {
  const match = CLOCK.exec(words.slice(from).join(' ').replaceAll('.', ' '));
  if (!match?.groups) return undefined;
  const { before, after, at, named, hour, minutes, digits, suffix, half } = match.groups;
  const isSure = [before, after, at, named, suffix].some((part) => part !== undefined);
  if (!isSure && minutes === undefined) return undefined;
  const written = named === undefined ? Number(hour) : (HOURS[named] ?? 0);
  const isBare = (before ?? after) !== undefined && (suffix ?? minutes ?? digits) === undefined;
  // `open until 10` is in the evening.
  const isPm = half === 'p' || (isBare && written > 3 && written < 12);
  const hours = (half === undefined ? written : written % 12) + (isPm ? 12 : 0);
  const minute = hours * 60 + Number(minutes ?? digits ?? 0) - (before === undefined ? 0 : 1);
  if (minute > MINUTES_OF_DAY) return undefined;
  return { minute: (minute + MINUTES_OF_DAY) % MINUTES_OF_DAY, end: endOf(words, from, match[0].length) };
}

function partOfDayAt(words: readonly string[], from: number): (PartOfDay & { end: number }) | undefined {
  const match = PARTS_OF_DAY.longestMatchAt(words, from);
  return match && { ...match.meaning, end: match.end };
}

/** The time at which places should be open, if words name one, and the position after it. */
export function openTimeAt(words: readonly string[], from: number): { meaning: NamedTime; end: number } | undefined {
  const open = OPEN.longestMatchAt(words, from);
  const day = open && ON_DAY.longestMatchAt(words, open.end);
  const next = (day ?? open)?.end;
  const clock = next === undefined ? undefined : (clockAt(words, next) ?? partOfDayAt(words, next));
  // `aberta 24 horas` is no time on the clock.
  const matches = [OPEN_TIMES.longestMatchAt(words, from), open && OPEN_TIMES.longestMatchAt(words, open.end)];
  const phrase = matches.find((match) => match !== undefined && match.end >= (clock?.end ?? 0));
  if (phrase) return phrase;
  if (!clock) return day;
  const after = day ? undefined : ON_DAY.longestMatchAt(words, clock.end);
  const named = (day ?? after)?.meaning;
  const { minute, until } = clock;
  const isNextDay = named !== undefined && minute < END_OF_NIGHT;
  return {
    meaning: {
      minute,
      ...(until !== undefined && { until }),
      ...(named !== undefined && { day: (isNextDay ? (named + 1) % 7 : named) as Weekday }),
    },
    end: after?.end ?? clock.end,
  };
}
