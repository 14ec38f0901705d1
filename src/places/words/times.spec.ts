import { MINUTES_OF_DAY } from '../query/open.js';
import { openTimeAt, type TimeOptions } from './times.js';
import { keysOf, tokensOf } from './words.js';

const timeIn = (text: string, options: TimeOptions = {}) => {
  const tokens = tokensOf(text);
  const keys = keysOf(tokens);
  const found = openTimeAt(keys, 0, { typed: tokens.map((token) => token.text), ...options });
  return found && { time: found.meaning, rest: keys.slice(found.end).join(' ') };
};

/** What the hours from 1 to 12 mean, as hours of the day. */
const MEANT = {
  until: [1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  before: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  after: [1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  at: [13, 14, 15, 16, 5, 6, 7, 8, 9, 10, 11, 12],
} as const;

/** With the words of a clock of 24 hours, hours up to 6 are those of the night and of the early morning. */
const meantOf24 = (relation: keyof typeof MEANT): number[] =>
  MEANT[relation].map((hour, at) => (at + 1 <= 6 ? at + 1 : hour));

/** Clocks without words of a clock of 24 hours. `#` stands for the hour. */
const ENGLISH = ['#', '# o’clock', '#:30', '#.30', '#30'];
const PORTUGUESE = ['#', '#:30'];
const SPANISH = ['#', '#:30', '#.30'];
const GERMAN = ['#', '#:30'];

/** Clocks with them. */
const PORTUGUESE_24 = ['#h', '# horas', '#h30'];
const SPANISH_24 = ['# h', '#h', '# horas'];
const FRENCH_24 = ['# heures', '#h', '#h30'];
const GERMAN_24 = ['# Uhr', '#.30 Uhr'];

/** What each hour from 1 to 12 should mean after these words, and what it means. */
const expectHours = (
  relation: keyof typeof MEANT,
  words: string,
  { clocks, hours, ...options }: TimeOptions & { clocks: readonly string[]; hours: readonly number[] },
): void => {
  const isBefore = relation === 'until' || relation === 'before';
  for (const clock of clocks) {
    const minutes = clock.includes('30') ? 30 : 0;
    const texts = hours.map((_, at) => `${words} ${clock.replace('#', String(at + 1))}`);
    const meant = hours.map((hour) => (hour * 60 + minutes - (isBefore ? 1 : 0)) % MINUTES_OF_DAY);
    expect(texts.map((text) => [text, timeIn(text, options)])).toEqual(
      texts.map((text, at) => [text, { time: { minute: meant[at] }, rest: '' }]),
    );
  }
};

describe('a clock without am, pm or a part of the day', () => {
  it.each<[relation: keyof typeof MEANT, words: string, clocks: readonly string[]]>([
    ['until', 'open until', ENGLISH],
    ['until', 'open till', ENGLISH],
    ['before', 'open before', ENGLISH],
    ['after', 'open after', ENGLISH],
    ['after', 'open past', ENGLISH],
    ['at', 'open at', ENGLISH],
    ['at', 'open', ['#:30', '#.30', '# o’clock']],
    ['until', 'aberto até', PORTUGUESE],
    ['until', 'aberto até as', PORTUGUESE],
    ['before', 'aberto antes das', PORTUGUESE],
    ['after', 'aberto depois das', PORTUGUESE],
    ['after', 'aberto após as', PORTUGUESE],
    ['at', 'aberto às', PORTUGUESE],
    ['at', 'aberto a partir das', PORTUGUESE],
    ['until', 'abierto hasta las', SPANISH],
    ['before', 'abierto antes de las', SPANISH],
    ['after', 'abierto después de las', SPANISH],
    ['at', 'abierto a las', SPANISH],
    ['until', 'geöffnet bis', GERMAN],
    ['before', 'geöffnet vor', GERMAN],
    ['after', 'geöffnet nach', GERMAN],
    ['at', 'geöffnet um', GERMAN],
    ['at', 'geöffnet ab', GERMAN],
    ['until', 'åbent indtil', ['#', '#.30']],
    ['after', 'åbent efter', ['#', '#.30']],
    ['at', 'åbent kl.', ['#', '#.30']],
    ['until', 'aperto fino alle', ['#', '#:30']],
    ['at', 'aperto alle', ['#', '#:30']],
  ])('is in the same half of the day with and without minutes: %s, %s', (relation, words, clocks) => {
    expectHours(relation, words, { clocks, hours: MEANT[relation] });
  });

  it.each<[relation: keyof typeof MEANT, words: string, clocks: readonly string[]]>([
    ['until', 'aberto até', PORTUGUESE_24],
    ['until', 'aberto até as', PORTUGUESE_24],
    ['before', 'aberto antes das', PORTUGUESE_24],
    ['after', 'aberto depois das', PORTUGUESE_24],
    ['at', 'aberto às', PORTUGUESE_24],
    ['until', 'abierto hasta las', SPANISH_24],
    ['at', 'abierto a las', SPANISH_24],
    ['until', 'ouvert jusqu’à', FRENCH_24],
    ['before', 'ouvert avant', FRENCH_24],
    ['after', 'ouvert après', FRENCH_24],
    ['at', 'ouvert à', FRENCH_24],
    ['until', 'geöffnet bis', GERMAN_24],
    ['before', 'geöffnet vor', GERMAN_24],
    ['after', 'geöffnet nach', GERMAN_24],
    ['at', 'geöffnet um', GERMAN_24],
    ['at', 'geöffnet ab', GERMAN_24],
  ])('is of the night with the words of a clock of 24 hours: %s, %s', (relation, words, clocks) => {
    expectHours(relation, words, { clocks, hours: meantOf24(relation) });
  });

  it.each<[relation: keyof typeof MEANT, words: string, hours: readonly number[]]>([
    ['at', 'open at', meantOf24('at')],
    ['until', 'open until', meantOf24('until')],
    ['after', 'open after', MEANT.after],
  ])('is of the night beside a bar, except after such an hour: %s, %s', (relation, words, hours) => {
    expectHours(relation, words, { clocks: ENGLISH, hours, isNightPlace: true });
  });

  it.each([
    ['aberta até 5h', '04:59'],
    ['ouvert jusqu’à 5 heures', '04:59'],
    ['offen bis 5 Uhr', '04:59'],
    ['offen bis 4 Uhr', '03:59'],
    ['ouverte à 2 heures', '02:00'],
    ['ouvert à 3h', '03:00'],
    ['aberto às 3h30', '03:30'],
    ['ouvert à 3 h 30', '03:30'],
    ['aberto até 10h', '21:59'],
    ['offen bis 7 Uhr', '18:59'],
    ['open at 3', '15:00'],
    ['open until 5', '16:59'],
  ])('means what people mean: %s', (text, clock) => {
    const [hour = 0, minute = 0] = clock.split(':').map(Number);
    expect(timeIn(text)).toEqual({ time: { minute: hour * 60 + minute }, rest: '' });
  });

  it.each([
    ['open until 09:30', 9 * 60 + 29],
    ['open until 02:00', 119],
    ['open at 02:30', 150],
    ['open after 09:30', 570],
    ['open before 7pm', 18 * 60 + 59],
    ['open until 10:30 am', 629],
    ['open at 2am', 120],
    ['open at 8:30 in the evening', 1230],
    ['aberto às 08 da noite', 1200],
    ['aberto até 21h30', 1289],
    ['open until noon', 719],
    ['open before midnight', 1439],
    ['open after midnight', 0],
    ['open until 0:30', 29],
  ])('is what it says if it says more: %s', (text, minute) => {
    expect(timeIn(text)).toEqual({ time: { minute }, rest: '' });
  });
});

describe('a day with other words of a time', () => {
  const late = { minute: 1350, until: 1560 };

  it.each([
    ['open friday late', { ...late, day: 4 }],
    ['open late on friday', { ...late, day: 4 }],
    ['aberto sexta até tarde', { ...late, day: 4 }],
    ['aberto até tarde sexta', { ...late, day: 4 }],
    ['open late today', { ...late, isToday: true }],
    ['open friday all night', { minute: 210, day: 5 }],
    ['open all night on friday', { minute: 210, day: 5 }],
    ['late night friday', { ...late, day: 4 }],
    ['open 24 hours on sunday', { minute: 210, day: 6 }],
    ['open sunday 24 hours', { minute: 210, day: 6 }],
    ['aberto 24 horas domingo', { minute: 210, day: 6 }],
    ['open 24 hours tomorrow', { minute: 210, isTomorrow: true }],
    ['open all night tomorrow', { minute: 1650, isTomorrow: true }],
    ['open monday to friday', 0],
    ['open monday tuesday wednesday', 0],
    ['open saturday, sunday', 5],
    ['aberto de segunda a sexta', 0],
    ['open saturday and sunday at 9am', { minute: 540, day: 5 }],
    ['open late', 'late'],
    ['open 24 hours', 'night'],
  ])('is a part of the time: %s', (text, time) => {
    expect(timeIn(text)).toEqual({ time, rest: '' });
  });

  it.each([
    ['open friday and sons', 4, 'and sons'],
    ['aberto domingo quinta da boa vista', 6, 'quinta da boa vista'],
    ['aberto segunda quinta do lago', 0, 'quinta do lago'],
    ['aberto domingo, segunda e terça quinta do lago', 6, 'quinta do lago'],
    ['open saturday, sunday auckland', 5, 'auckland'],
    ['open saturday sunday auckland', 5, 'auckland'],
    ['aberto sábado domingos martins', 5, 'domingos martins'],
  ])('may come before words of a name: %s', (text, time, rest) => {
    expect(timeIn(text)).toEqual({ time, rest });
  });
});

describe('times in Portuguese and Spanish', () => {
  it.each([
    ['aberta às segundas', 0],
    ['aberta nas terças-feiras', 1],
    ['aberta de domingo', 6],
    ['aberta aos sábados à noite', { minute: 1200, until: 1440, day: 5 }],
    ['aberto ao meio dia', { minute: 720 }],
    ['aberto depois da meia noite', { minute: 0 }],
    ['aberto até o meio dia', { minute: 719 }],
    ['aberto antes do meio dia', { minute: 719 }],
    ['aberto até a meia-noite', { minute: 1439 }],
    ['abierto al mediodía', { minute: 720 }],
    ['abierto después del mediodía', { minute: 720 }],
  ])('are those that people say: %s', (text, time) => {
    expect(timeIn(text)).toEqual({ time, rest: '' });
  });
});
