import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.js';
import {
  formatQuery,
  formatReadableQuery,
  isForOperators,
  isMetrics,
  oauthEndpoints,
  oauthPaths,
  originForm,
  parseQuery,
  pathOf,
  type QueryPair,
  signInPages,
  withoutBasePath,
} from './request-target.js';

describe('originForm and pathOf', () => {
  it.each([
    ['/v2/places?q=a', '/v2/places?q=a', '/v2/places'],
    ['http://a.example.org/metrics?x=1?y', '/metrics?x=1?y', '/metrics'],
    ['HTTPS://a.example.org:8443/health/live', '/health/live', '/health/live'],
    ['http://a.example.org?x=/metrics', '/?x=/metrics', '/'],
    ['http://a.example.org', '/', '/'],
    ['*', '/*', '/*'],
    ['/v2/users/x/following#y?a=b#c', '/v2/users/x/following%23y?a=b%23c', '/v2/users/x/following%23y'],
    ['/metrics#/v2', '/metrics%23/v2', '/metrics%23/v2'],
    ['http://a.example.org#b', '/%23b', '/%23b'],
    ['/a>b?c="d"', '/a%3Eb?c=%22d%22', '/a%3Eb'],
  ])('%s is %s, whose path is %s', (target, origin, path) => {
    expect([originForm(target), pathOf(target)]).toEqual([origin, path]);
  });
});
describe('parseQuery', () => {
  it.each<[string, QueryPair[]]>([
    ['/v2/places', []],
    ['/v2/places?', []],
    [
      '/?a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['/?&rows=5', [['rows', '5']]],
    ['/?&&a=1&&', [['a', '1']]],
    ['/?a', [['a', '']]],
    ['/?a=', [['a', '']]],
    ['/?=a', [['', 'a']]],
    ['/?a=b=c', [['a', 'b=c']]],
    [
      '/?a=1&a=2',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['/?q=a+b%2Bc', [['q', 'a b+c']]],
    ['/?q=%C3%A9', [['q', 'é']]],
    [
      '/?q=?&r=/',
      [
        ['q', '?'],
        ['r', '/'],
      ],
    ],
    ['/?%66q=x', [['fq', 'x']]],
    ['/?__proto__=1', [['__proto__', '1']]],
  ])('reads %s', (url, pairs) => {
    expect(parseQuery(url)).toEqual({ pairs, broken: [] });
  });

  it.each(['%', '%z', '%zz', '%FF', '%C3', '%ED%A0%80', '%C0%80', '%F5%80%80%80'])(
    'keeps %s apart, which is no percent-encoded UTF-8, as it was sent',
    (text) => {
      expect(parseQuery(`/?a=1&b=${text}&${text}=c&d=2`)).toEqual({
        pairs: [
          ['a', '1'],
          ['d', '2'],
        ],
        broken: [
          ['b', text],
          [text, 'c'],
        ],
      });
    },
  );
});
describe('printQuery', () => {
  const text = fc.string({ unit: anyCharacter }).filter((value) => value.isWellFormed());
  const pairs = fc.array(fc.tuple(text, text));

  it('encodes characters that have a meaning in a URL', () => {
    expect(
      formatQuery([
        ['a b', '&=?#+/"é'],
        ['c', ''],
      ]),
    ).toBe('a%20b=%26%3D%3F%23%2B%2F%22%C3%A9&c=');
  });

  it.each([formatQuery, formatReadableQuery])(
    'prints what parseQuery reads back, whatever the texts are: %p',
    (print) => {
      fc.assert(
        fc.property(pairs, (given) => {
          expect(parseQuery(`/?${print(given)}`)).toEqual({ pairs: given, broken: [] });
        }),
      );
    },
  );

  it('is never longer than the original with formatReadableQuery', () => {
    const sent = `a=${Array.from({ length: 0x5e }, (_, at) => originForm(`/${String.fromCharCode(0x21 + at)}`).slice(1))
      .filter((character) => !'%&'.includes(character))
      .join('')}+%C3%A9`;
    expect(formatReadableQuery(parseQuery(`/?${sent}`).pairs)).toBe(sent);
  });

  it('contains only characters of a URL', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        expect(formatQuery(given)).toMatch(/^[\w\-.~!'()*%&=]*$/);
      }),
    );
  });
});
describe('withoutBasePath', () => {
  it.each([
    ['/base/v2/places', '/v2/places'],
    ['/base', '/'],
    ['/base?a=/base', '/?a=/base'],
    ['/basement', '/basement'],
    ['/v2/places/base', '/v2/places/base'],
  ])('%s is %s', (target, rest) => {
    expect(withoutBasePath(target, '/base')).toBe(rest);
  });
});
describe('a path', () => {
  it.each<[string, (path: string) => boolean, string[], string[]]>([
    ['for operators', isForOperators, ['/health', '/Health/live', '/metrics'], ['/healthy', '/v2/health']],
    ['of the metrics', isMetrics, ['/metrics', '/METRICS/'], ['/metrics2', '/v2/metrics']],
    [
      'of the authorization server',
      (path) => oauthPaths.test(path),
      ['/v2/oauth', '/V2/oauth/token'],
      ['/v2/oauth2', '/x/v2/oauth'],
    ],
    [
      'of a page to sign in',
      (path) => signInPages.test(path),
      ['/v2/oauth/authorize', '/v2/oauth/account/x', '/v2/OAuth/sign-out'],
      ['/v2/oauth/authorized', '/v2/oauth/token', '/x/v2/oauth/account'],
    ],
    [
      'that programs call',
      (path) => oauthEndpoints.test(path),
      ['/v2/oauth', '/v2/OAUTH/token'],
      ['/v2/oauth/authorize', '/v2/places'],
    ],
  ])('%s', (_, test, yes, no) => {
    expect([...yes, ...no].filter(test)).toEqual(yes);
  });
});
