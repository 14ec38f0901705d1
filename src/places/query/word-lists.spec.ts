import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phrasesByMeaning, phrasesOf, roles } from './word-lists.js';
import { foldedPhrase } from './words.js';

const readme = readFileSync(join(__dirname, 'words/README.md'), 'utf8');

/** The roles of the table: `day 0` stands for all days, `activity KIND` for all activities. */
const documented = new Set([...readme.matchAll(/`([a-z0-9 ]+?)(?: KIND)?`/gu)].map(([, role = '']) => role));

describe('the words of a search', () => {
  it.each(roles())('have a role that the README explains: %s', (role) => {
    const [general = ''] = role.split(' ');
    const isKind = ['activity', 'product'].includes(general);
    const key = isKind ? general : role.replace(/^day [0-6]$/u, 'day 0').replace(/^(street ending) .*$/u, '$1');
    expect(documented).toContain(key);
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
