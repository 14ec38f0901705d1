import { execFileSync } from 'node:child_process';
import { curlOf, shellQuoted } from './curl.js';

describe('shellQuoted', () => {
  it.each(["it's", '$(date) `date` $HOME', 'a"b\\c', "'", '', 'fq=a:"b c"&x=1', 'é\n!'])(
    'keeps %j as it is',
    (text) => {
      expect(execFileSync('sh', ['-c', `printf %s ${shellQuoted(text)}`], { encoding: 'utf8' })).toBe(text);
    },
  );
});

describe('curlOf', () => {
  it('leaves the token to the shell, and nothing else', () => {
    expect(curlOf('http://localhost/v2/places?q=$HOME')).toBe(
      `curl -H "Authorization: Bearer $TOKEN" 'http://localhost/v2/places?q=$HOME'`,
    );
  });
});
