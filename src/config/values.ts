import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** The metadata `takes` describes the allowed values in docs/operations/configuration.md. */
export const flag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ takes: '`true` or `false`' });

export const url = (protocols: RegExp, shape: string) =>
  z.url({ protocol: protocols, error: `must look like ${shape}` }).meta({ takes: `\`${shape}\`` });

/** Whether links can start with this URL. True for invalid URLs, because another rule reports them. */
export function isBaseUrl(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { username, password } = new URL(address);
  return username === '' && password === '' && !/[?#\s]/.test(address);
}

/** A whole number in decimal digits. Rejects `0x10` and `1e3`. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)
    .meta({ takes: `${min.toLocaleString('en')} to ${max.toLocaleString('en')}` });

const entries = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** URLs separated by commas. */
export const urls = (protocols: RegExp, shape: string) =>
  z
    .string()
    .transform(entries)
    .pipe(z.array(url(protocols, shape), { error: `must be URLs such as ${shape}` }))
    .meta({ takes: `\`${shape}\`, several separated by commas` });

/** What `sslmode` of a PostgreSQL URL may be. The driver `pg` checks the certificate with all but the first two. */
const sslModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** Why the TLS parameters of a PostgreSQL URL are wrong. The driver itself ignores a mode that it does not know. */
function tlsFault(databaseUrl: string): string | undefined {
  if (!URL.canParse(databaseUrl)) return undefined;
  const { searchParams } = new URL(databaseUrl);
  const [mode, ...others] = searchParams.getAll('sslmode');
  if (others.length > 0) return 'must have sslmode once';
  // The driver ignores a name in upper case, and takes `ssl` for another way to say the same.
  const other = [...searchParams.keys()].find((name) => /^ssl(mode)?$/i.test(name) && name !== 'sslmode');
  if (other !== undefined) return `must have sslmode instead of ${other}`;
  if (mode !== undefined && !sslModes.includes(mode)) return `must have one of ${sslModes.join(', ')} as sslmode`;
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = searchParams.get(name);
    if (path !== null && !isReadable(path)) return `must name a file that can be read as ${name}`;
  }
  return undefined;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

const databaseShape = 'postgres://user:password@host:5432/database';

/** The URL of a PostgreSQL database. */
export const databaseUrl = url(/^postgres(ql)?$/, databaseShape).superRefine((value, context) => {
  const fault = tlsFault(value);
  if (fault !== undefined) context.addIssue(fault);
});

/** Where a server listens. */
export const listenAddress = z
  .string()
  .refine(
    (value) => value === 'all' || value === 'localhost' || isIP(value) !== 0,
    'must be an IP address, `localhost` or `all`',
  )
  .meta({ takes: 'an IP address, `localhost`, or `all`' });

/** The values of Express' setting `trust proxy`. */
export const trustProxy = z
  .string()
  .trim()
  .refine(
    (value) => /^(true|false|\d{1,3})$/.test(value) || entries(value).every(isProxy),
    'must be true, false, a number of hops, or addresses such as loopback, 10.0.0.0/8',
  )
  .transform((value) => {
    if (value === 'true' || value === 'false') return value === 'true';
    // No hop is off.
    if (/^\d+$/.test(value)) return Number(value) || false;
    // Express rejects a network of all addresses.
    return entries(value).some((entry) => /\/0+$/.test(entry)) || entries(value).join(',');
  })
  .meta({ takes: '`true`, `false`, a number of hops, or addresses such as `loopback`, `10.0.0.0/8`' });

/** Proxies in a row: of a content delivery network, a load balancer, an ingress, a service mesh, and one more. */
const maxHops = 5;

/** The shortest prefixes of networks in private use: 10.0.0.0/8 and fc00::/7. */
const minBits = { ipv4: 8, ipv6: 7 };

/** IPv4 addresses are those of this network, for Express too. */
const mappedAddress = ipaddr.IPv6.parse('::ffff:0:0');

const mappedBits = 96;

/**
 * Whether nearly any caller can pretend to have any address: all peers are trusted, more hops than there are proxies (the caller adds
 * the rest), or a network that is larger than any in private use.
 */
export function trustsEverybody(proxies: string | number | boolean): boolean {
  if (typeof proxies === 'number') return proxies > maxHops;
  if (typeof proxies === 'boolean') return proxies;
  return entries(proxies).some((entry) => entry.includes('/') && isProxy(entry) && isTooLarge(entry));
}

function isTooLarge(network: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(network);
  if (address.kind() === 'ipv4') return bits < minBits.ipv4;
  const hasMapped = mappedAddress.match(address, Math.min(bits, mappedBits));
  return hasMapped ? bits < mappedBits + minBits.ipv4 : bits < minBits.ipv6;
}

function isProxy(entry: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(entry)) return true;
  const [address = '', bits, ...more] = entry.split('/');
  const maxBits = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  );
}

/** A path before all paths of the service. */
export const basePath = z
  .string()
  .regex(/^(\/[A-Za-z0-9._~-]{1,64}){1,8}$/, 'must be a path such as /api, without a slash at its end')
  .refine((value) => !/\/\.{1,2}(\/|$)/.test(value), 'must have no . or .. segments')
  .refine(
    (value) => !/^\/(v2|docs|explore|health|metrics|schema|openapi\.json|\.well-known)(\/|$)/i.test(value),
    'must not begin as a path of the service',
  )
  .meta({ takes: 'a path such as `/api`' });

/** A claim of a JWT: its name, or the path to it. Other characters could not stand in a challenge (RFC 6750). */
export const claim = z
  .string()
  .regex(/^[\w.:/@-]{1,200}$/, 'must be the name of a claim, such as sub or realm_access.roles')
  .meta({ takes: 'a name such as `sub` or `https://example.org/id`' });

export const claims = z
  .string()
  .transform(entries)
  .pipe(z.array(claim).min(1, 'must be names of claims'))
  .meta({ takes: 'names such as `scope` or `realm_access.roles`, several separated by commas' });

/** Origins as browsers send them (RFC 6454): scheme, host and port only. */
export const origins = z
  .string()
  .transform(entries)
  .refine(
    (given) => given.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry),
    'must be origins such as https://app.example.org, separated by commas',
  )
  .meta({ takes: '`https://app.example.org`, several separated by commas' });

const LANGUAGES = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pt', 'sv'] as const;

export type SearchLanguage = (typeof LANGUAGES)[number];

/** Whether the index has rules for the inflections of a language. */
export function isSearchLanguage(tag: unknown): tag is SearchLanguage {
  return LANGUAGES.some((language) => language === tag);
}

const languageFault = `must be some of ${LANGUAGES.join(', ')}, separated by commas`;

/** Languages by their ISO 639-1 codes, each once, in alphabetical order. */
export const languages = z
  .string()
  .transform((value) => [...new Set(entries(value))].sort())
  .pipe(z.array(z.enum(LANGUAGES, languageFault), languageFault).min(1, languageFault))
  .meta({ takes: `${LANGUAGES.map((language) => `\`${language}\``).join(', ')}, several separated by commas` });

/** Some of these names, separated by commas, each once. */
function namesOf<const Name extends string>(names: readonly Name[]) {
  const fault = `must be some of ${names.join(', ')}, separated by commas`;
  return z
    .string()
    .transform((value) => [...new Set(entries(value))])
    .pipe(z.array(z.enum(names, fault), fault))
    .meta({ takes: `${names.map((name) => `\`${name}\``).join(', ')}, several separated by commas` });
}

/** What only the user may read. The other fields of a user are needed to show the user at all. */
export const privateUserFields = namesOf(['birth', 'gender', 'photos', 'follows', 'checkins', 'reviews']);

export type PrivateUserField = z.output<typeof privateUserFields>[number];

/** What clients of the historical interface do and today's standards advise against. Each is rejected unless it is named. */
export const oldClients = namesOf([
  'credentials-in-query',
  'token-in-query',
  'password-grant',
  'no-pkce',
  'invalid-client-400',
  'cors-credentials',
]);

const requestsPerSeconds = /[1-9]\d{0,8}\/[1-9]\d{0,4}/.source;

/** A number of requests in a number of seconds. */
export const quota = z
  .string()
  .regex(new RegExp(`^${requestsPerSeconds}$`), 'must be requests and seconds, such as 1000/60')
  .meta({ takes: 'requests/seconds, such as `1000/60`' });

/** What quotas count: requests with a kind of token, or those of a route. */
const quotaKinds = ['application', 'user', 'trusted', 'email_check'] as const;

export type QuotaKind = (typeof quotaKinds)[number];

const namedQuota = new RegExp(`^(?:${quotaKinds.join('|')})=(?:none|${requestsPerSeconds})$`);

/** Applies beside other quotas, unless `email_check` is given. */
export const defaultQuotas = 'email_check=60/60';

/** Quotas by what they count. `none` switches the default of `email_check` off. */
export const quotas = z
  .string()
  .transform(entries)
  .refine(
    (given) =>
      given.every((entry) => namedQuota.test(entry)) &&
      new Set(given.map((entry) => entry.split('=')[0])).size === given.length,
    'must be quotas such as user=1000/60, separated by commas: application, user, trusted or email_check, each once, with 1 to 999999999 ' +
      'requests in 1 to 99999 seconds, or none',
  )
  .transform((given) => {
    const byKind = new Map([defaultQuotas, ...given].map((entry) => entry.split('=') as [QuotaKind, string]));
    const inForce = [...byKind].filter(([, value]) => value !== 'none');
    return Object.fromEntries(inForce) as Partial<Record<QuotaKind, string>>;
  })
  .meta({
    takes: 'kinds with requests/seconds, such as `application=1000/60,user=100/60`, several separated by commas',
  });

/** The URL of map tiles, with exactly three placeholders. */
export const tiles = url(/^https?$/, 'https://tiles.example.org/{z}/{x}/{y}.png')
  .refine((value) => {
    const placeholders = value.match(/\{[^{}]*\}|\{/g) ?? [];
    return placeholders.sort().join() === '{x},{y},{z}';
  }, 'must contain {z}, {x} and {y}, each once, and no other placeholder such as {s}')
  .meta({ takes: '`https://tiles.example.org/{z}/{x}/{y}.png`' });
/**
 * Whether a host name of a URL names this machine only (RFC 6890: 127.0.0.0/8 and ::1).
 *
 * @param hostname as `URL.hostname` has it: an IPv6 address stands in brackets
 */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
