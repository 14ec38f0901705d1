import { MINUTES_OF_DAY } from './open.js';
import { openTimeAt } from './times.js';
import { keysOf, tokensOf } from './words.js';

const timeIn = (text: string) => {
  const keys = keysOf(tokensOf(text));
  const found = openTimeAt(keys, 0);
  return found && { time: found.meaning, rest: keys.slice(found.end).join(' ') };
};

/** What the hours from 1 to 12 mean, as hours of the day. */
const MEANT = {
  until: [1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  before: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  after: [1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  at: [13, 14, 15, 16, 5, 6, 7, 8, 9, 10, 11, 12],
} as const;

const ENGLISH = ['#', '# o’clock', '#:30', '#.30', '#30'];
const PORTUGUESE = ['#', '#h', '# horas', '#h30', '#:30'];
const SPANISH = ['#', '# h', '#:30', '#.30'];
const FRENCH = ['# heures', '#h', '#h30'];
const GERMAN = ['#', '# Uhr', '#:30', '#.30 Uhr'];

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
    ['until', 'ouvert jusqu’à', FRENCH],
    ['before', 'ouvert avant', FRENCH],
    ['after', 'ouvert après', FRENCH],
    ['at', 'ouvert à', FRENCH],
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
    const isBefore = relation === 'until' || relation === 'before';
    for (const clock of clocks) {
      const minutes = clock.includes('30') ? 30 : 0;
      const texts = MEANT[relation].map((_, at) => `${words} ${clock.replace('#', String(at + 1))}`);
      const meant = MEANT[relation].map((hour) => (hour * 60 + minutes - (isBefore ? 1 : 0)) % MINUTES_OF_DAY);
      expect(texts.map((text) => [text, timeIn(text)])).toEqual(
        texts.map((text, at) => [text, { time: { minute: meant[at] }, rest: '' }]),
      );
    }
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
    ['open 24 hours on sunday', { minute: 210, day: 0 }],
    ['open sunday 24 hours', { minute: 210, day: 0 }],
    ['open monday to friday', 0],
    ['aberto de segunda a sexta', 0],
    ['open saturday and sunday at 9am', { minute: 540, day: 5 }],
    ['open late', 'late'],
    ['open 24 hours', 'night'],
  ])('is a part of the time: %s', (text, time) => {
    expect(timeIn(text)).toEqual({ time, rest: '' });
  });

  it('may come before words of a name', () => {
    expect(timeIn('open friday and sons')).toEqual({ time: 4, rest: 'and sons' });
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
