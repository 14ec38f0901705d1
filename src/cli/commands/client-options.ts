import { InvalidArgumentError } from 'commander';
import { type Client, type GrantType, grantTypes, scopeNames } from '../../auth/client-store.js';
import { quotaText } from '../../config/values.js';
import { isStorable } from '../../http/parameters.js';
import { oneOf, parseDuration } from '../arguments.js';
import { type CommandContext } from '../command-context.js';
import { CommandError } from '../command-error.js';

/** Other grants need a client secret. */
export const publicGrants: GrantType[] = ['authorization_code', 'refresh_token'];

type CheckedFields = Pick<Client, 'public' | 'trusted' | 'grants' | 'redirectUris'> &
  Partial<Pick<Client, 'firstParty' | 'pkce'>>;

/** @throws CommandError if the fields of a client contradict each other */
export function checkClient(client: CheckedFields): void {
  const { trusted, grants, redirectUris, firstParty = false, pkce = true } = client;
  if (client.public && trusted) throw new CommandError('A public client cannot be trusted, because it has no secret.');
  const forbidden = grants.filter((grant) => !publicGrants.some((allowed) => allowed === grant));
  if (client.public && forbidden.length > 0) {
    throw new CommandError(
      `A public client cannot have the grants ${forbidden.join(', ')}: allowed are ${publicGrants.join(', ')}.`,
    );
  }
  if (grants.includes('password') && !trusted) {
    throw new CommandError(
      'Only trusted clients may use the password grant: add --trusted, or in an update --scopes read,trust.',
    );
  }
  if (grants.includes('authorization_code') && redirectUris.length === 0) {
    throw new CommandError('The authorization_code grant needs an address where users return: add --redirect-uri.');
  }
  if (client.public && !pkce) {
    // RFC 8252, section 8.1: another app could redeem its codes.
    throw new CommandError('A public client has to use PKCE, because it has no secret: leave out --no-pkce.');
  }
  if (client.public && firstParty && !redirectUris.every((uri) => uri.startsWith('https://'))) {
    // RFC 8252, section 8.6: another app could pretend to be it, and would get the code without a question.
    throw new CommandError(
      'A public client can be first-party only if all its redirect addresses begin with https://: another app can receive what is sent to others.',
    );
  }
}

export const noPkceHelp = 'it may leave PKCE out, as old clients do, if OAUTH_WITHOUT_PKCE=true';

/** Says which setting a client needs for what it is registered for. The service may have other settings than this command. */
export function warnOfSettings(
  { environment, terminal }: CommandContext,
  client: Pick<Client, 'grants' | 'pkce'>,
): void {
  if (client.grants.includes('password') && !environment.OAUTH_PASSWORD_GRANT)
    terminal.log('The password grant works only with OAUTH_PASSWORD_GRANT=true.');
  if (!client.pkce && !environment.OAUTH_WITHOUT_PKCE)
    terminal.log('The client may leave PKCE out only with OAUTH_WITHOUT_PKCE=true.');
}

export function parseName(value: string): string {
  const name = value.trim();
  const isValid = name !== '' && name.length <= 200 && isStorable(name);
  if (!isValid) throw new InvalidArgumentError('It must have 1 to 200 characters.');
  return name;
}

export function parseGrants(value: string): GrantType[] {
  const names = [...new Set(value.split(',').map((grant) => grant.trim()))];
  return names.map((name) => oneOf(grantTypes, name));
}

/** @returns whether the client is trusted: the scopes decide that */
export function parseScopes(value: string): boolean {
  const names = new Set(value.split(',').map((name) => name.trim()));
  const isKnown = [...names].every((name) => scopeNames.includes(name));
  if (!isKnown || !names.has(scopeNames[0] ?? '')) throw new InvalidArgumentError('Allowed: read, or read,trust.');
  return names.size > 1;
}

export function parseQuota(value: string): string {
  const { data, error } = quotaText.safeParse(value);
  if (data === undefined) throw new InvalidArgumentError(`It ${error.issues[0]?.message ?? ''}.`);
  return data;
}

const maxOverlap = parseDuration('90d');

/** @returns seconds */
export function parseOverlap(value: string): number {
  const seconds = parseDuration(value);
  if (seconds > maxOverlap) throw new InvalidArgumentError('It must be 90d at most.');
  return seconds;
}

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Schemes that a browser executes or displays instead of redirecting. */
const forbiddenScheme = /^(javascript|data|vbscript|blob|about|file|filesystem|view-source|ws|wss|ftp):$/;

/**
 * Parses a redirect URI: absolute and without a fragment (RFC 6749, section 3.1.2); https, http on the loopback interface, or
 * the scheme of an app (RFC 8252, section 7).
 *
 * @param previous those given before it
 */
export function parseRedirectUri(value: string, previous: string[]): string[] {
  if (!URL.canParse(value) || !/^[\x21-\x7E]+$/.test(value) || value.includes('#')) {
    throw new InvalidArgumentError('It must be an absolute URI in ASCII, without white space or fragment.');
  }
  const { protocol, hostname } = new URL(value);
  if (protocol === 'http:' ? !loopbackHost.test(hostname) : forbiddenScheme.test(protocol)) {
    throw new InvalidArgumentError('Use https, http on localhost, 127.0.0.1 or [::1], or the scheme of an app.');
  }
  return [...previous, value];
}
