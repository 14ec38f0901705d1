import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phrasesByMeaning, phrasesOf, roles } from './word-lists.js';
import { foldedPhrase } from './words.js';

const readme = readFileSync(join(__dirname, 'lists/README.md'), 'utf8');

/** The roles of the table: `day 0` stands for all days, `activity KIND` for all activities. */
const documented = [...readme.matchAll(/`([a-z0-9 ]+?( [A-Z]+)?)`/gu)].map(([, role = '']) => role);

const isDocumented = (role: string): boolean =>
  documented.some((one) => {
    const [general = '', meaning] = one.split(/ (?=[A-Z]+$)/u);
    return meaning === undefined ? one === role : role.startsWith(`${general} `);
  });

describe('the words of a search', () => {
  it.each(roles())('have a role that the README explains: %s', (role) => {
    expect(isDocumented(role.replace(/^day [0-6]$/u, 'day 0'))).toBe(true);
    expect(phrasesOf(role)).not.toContain('');
  });

  it.each(['activity', 'product'])('have one meaning, in whatever language: %s', (role) => {
    const meanings = phrasesByMeaning(role).flatMap(([meaning, phrases]) =>
      phrases.map((phrase) => [foldedPhrase(phrase), meaning] as const),
    );
    expect(meanings.length).toBeGreaterThan(50);
    const several = meanings.filter(([phrase, meaning]) =>
      meanings.some(([other, of]) => other === phrase && of !== meaning),
    );
    expect(several).toEqual([]);
  });

  it('are of several languages', () => {
    expect(phrasesOf('in')).toEqual(expect.arrayContaining(['within', 'dans', 'im']));
  });
});
