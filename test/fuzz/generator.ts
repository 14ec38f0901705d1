import { type Random } from '../support/random.js';
import { type Case, type Kind, type Known } from './case.js';
import { anyFilter } from './filters.js';
import { anyText, encoded } from './texts.js';

const places = ['/v2/places', '/v2/places/', '/v2/search', '/v2/places/suggest'];
const found = [
  '/v2/users/maria',
  '/v2/users/maria/followers',
  '/v2/users/me/places/reviews',
  '/v2/places/masp',
  '/v2/categories',
];
const segments = [
  ...'me maria masp nobody following followers places users verify checkins reviews v2 categories oauth'.split(' '),
  ...'.. .'.split(' '),
  '',
];
const parameters = (
  'q fq fl sort rows start wt location.lat location.lng location.radius location.nw.lat ' +
  'location.nw.lng location.se.lat location.se.lng cursorMark facet.field access_token _ __proto__'
).split(' ');
const valid: Record<string, readonly string[]> = {
  q: ['museu', 'pizza paulista', 'address.city:Santos'],
  fl: ['*', 'id,name', 'address', 'statistics.rating,*'],
  sort: ['name', 'relevance', 'distance', 'statistics.rating desc,name'],
  rows: ['1', '50', '10'],
  start: ['0', '10', '10000'],
  wt: ['json', 'xml'],
  'location.lat': ['-23.5', '0', '90'],
  'location.lng': ['-46.6', '180', '-180'],
  'location.nw.lat': ['-20'],
  'location.nw.lng': ['-50', '170'],
  'location.se.lat': ['-30'],
  'location.se.lng': ['-40', '-170'],
  'location.radius': ['1000', '1000000'],
  cursorMark: ['*'],
  'facet.field': ['categories', 'address.city'],
};
const headerNames = (
  'Accept Accept-Encoding Accept-Language Authorization Content-Type Cookie Host If-None-Match ' +
  'Origin Prefer Range X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto Forwarded X-Request-Id ' +
  'X-HTTP-Method-Override traceparent Connection Expect Upgrade TE'
).split(' ');
const headerValues = [
  ...'* */*'.split(' '),
  '*; q=.2',
  ...'application/xml;q=0 text/html close 100-continue h2c W/"x" handling=strict bytes=0-1 evil.example'.split(' '),
  ...'a:b:c 127.0.0.1 http https Bearer'.split(' '),
  ...['Bearer ', 'Basic Og=='],
  ...'gzip;q=x 00-0-0-0'.split(' '),
];
const formFields = (
  'grant_type client_id client_secret username password code redirect_uri code_verifier ' +
  'refresh_token scope token token_type_hint'
).split(' ');
const grants = (
  'client_credentials password refresh_token authorization_code demo-app demo-app-secret read ' + 'read,write'
).split(' ');
const endpoints = [
  ...['token', 'revoke', 'introspect', 'authorize', 'account', 'sign-out'].map((name) => `/v2/oauth/${name}`),
  '/v2/places',
];

/** The same random numbers generate the same request. */
export function generate(kind: Kind, random: Random, known: Known): Case {
  const token = random.next() < 0.05 ? known.planted.token : random.pick(known.tokens);
  const authorization = { Authorization: `Bearer ${token}` };
  const get = (target: string, headers: Record<string, string> = {}): Case => ({
    kind: kind === 'bytes' ? 'paths' : kind,
    method: random.next() < 0.97 ? 'GET' : random.pick(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']),
    target,
    headers: { ...authorization, ...headers },
  });
  switch (kind) {
    case 'filters': {
      const filters = Array.from({ length: random.between(1, 3) }, () => `fq=${encoded(random, anyFilter(random))}`);
      if (random.next() < 0.3) filters.push(`q=${encoded(random, anyText(random))}`);
      return get(`${random.pick(places)}?${filters.join('&')}`);
    }
    case 'parameters':
      return get(`${pathOf(random, known)}?${queryOf(random)}`);
    case 'paths':
      return get(pathOf(random, known, anyText(random)));
    case 'headers': {
      const some = Array.from({ length: random.between(1, 4) }, () => [random.pick(headerNames), headerValue(random)]);
      return get(`${pathOf(random, known)}?${queryOf(random)}`, Object.fromEntries(some) as Record<string, string>);
    }
    case 'forms':
      return form(random, known);
    case 'bytes':
      return { kind, message: bytes(random, authorization.Authorization) };
  }
}

function pathOf(random: Random, { planted }: Known, text?: string): string {
  if (text === undefined && random.next() < 0.6) return random.pick(places);
  if (text === undefined && random.next() < 0.7) return random.pick(found);
  const parts = Array.from({ length: random.between(1, 4) }, () => random.pick(segments));
  if (text !== undefined) parts[random.between(0, parts.length - 1)] = encoded(random, text);
  if (random.next() < 0.1) return `/v2/users/${encodeURIComponent(planted.email)}/verify`;
  return `/v2/${random.pick(['users', 'places', 'reviews', 'categories'])}/${parts.join('/')}`;
}

function queryOf(random: Random): string {
  return Array.from({ length: random.between(0, 6) }, () => {
    const name = random.next() < 0.95 ? random.pick(parameters) : anyText(random);
    const values = Object.hasOwn(valid, name) ? valid[name] : undefined;
    const isValid = values !== undefined && random.next() < 0.6;
    return `${encoded(random, name)}=${isValid ? encodeURIComponent(random.pick(values)) : encoded(random, anyText(random))}`;
  }).join('&');
}

/** The characters that Node's client accepts: Latin-1 without control characters. */
function headerValue(random: Random): string {
  const value = random.next() < 0.5 ? random.pick(headerValues) : anyText(random);
  return value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 4000);
}

function form(random: Random, { planted }: Known): Case {
  const fields = Array.from({ length: random.between(0, 6) }, () => {
    const value = random.next() < 0.7 ? random.pick([...grants, planted.password, planted.email]) : anyText(random);
    return `${random.pick(formFields)}=${encoded(random, value)}`;
  });
  const type = random.pick([
    'application/x-www-form-urlencoded',
    'application/json',
    'text/plain',
    'multipart/form-data',
  ]);
  return {
    kind: 'forms',
    method: 'POST',
    target: random.pick(endpoints),
    headers: { 'Content-Type': type, 'X-Forwarded-For': `10.${random.between(0, 255)}.${random.between(0, 255)}.1` },
    body: fields.join('&'),
  };
}

/** A request as bytes, with random mutations. */
function bytes(random: Random, authorization: string): Buffer {
  const target = random.pick([
    '/v2/places',
    '/v2/places?q=\u00e9',
    '/v2/users/me',
    '*',
    'http://x/v2/places',
    '//',
    '',
  ]);
  const lines = [
    `${random.pick(['GET', 'get', 'HEAD', 'POST', 'PRI', 'G\0T', ''])} ${target} ${random.pick(['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''])}`,
    random.pick(['Host: x', 'Host:', 'Host: x\r\nHost: y', 'Host : x', 'X: y']),
    `Authorization: ${authorization}`,
    ...Array.from({ length: random.between(0, 3) }, () =>
      random.pick([
        'Content-Length: 5',
        'Content-Length: -1',
        'Content-Length: 1\r\nContent-Length: 2',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: x',
        ' folded',
        ': empty',
        'A:\u0001',
        `Long: ${'a'.repeat(random.between(1, 3000))}`,
      ]),
    ),
    'Connection: close',
    '',
    random.pick(['', 'hello', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n']),
  ];
  const message = Buffer.from(lines.join(random.next() < 0.9 ? '\r\n' : '\n'), 'latin1');
  for (let mutations = random.between(0, 2); mutations > 0; mutations -= 1)
    message[random.between(0, message.length - 1)] = random.between(0, 255);
  return message;
}
