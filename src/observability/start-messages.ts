import { isNativeError } from 'node:util/types';
import { EnvironmentError } from '../config/environment.js';
import { DatabaseError } from '../database/connect.js';
import { DemonstrationError } from '../demonstration/working-credentials.js';
import { errorMessage } from '../config/error-message.js';
import { MapFileError } from '../base-map/map-file.js';
import { SynonymsError } from '../places/synonyms/synonym-file.js';
import { settingGroups } from '../config/settings.js';
import { editDistance } from '../places/query/words.js';

/** The message for the operator if the start fails. Only an unexpected error has a stack. */
export function startFailure(error: unknown): string {
  const known = [EnvironmentError, DatabaseError, DemonstrationError, SynonymsError, MapFileError];
  if (known.some((type) => error instanceof type)) return errorMessage(error);
  if (error instanceof ListenError) return portFailure(error.cause, error.variable) ?? error.message;
  if (!isNativeError(error)) return String(error);
  return portFailure(error, 'PORT') ?? error.stack ?? error.message;
}

function portFailure(error: unknown, variable: string): string | undefined {
  if (!isNativeError(error)) return undefined;
  const { syscall, code, port, address, message } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRNOTAVAIL')
    return `The service cannot listen on ${address ?? ''} (LISTEN_ADDRESS): this machine does not have this address.`;
  if (port === undefined) return undefined;
  const reason = code === 'EADDRINUSE' ? 'another program uses it' : message;
  return `The service cannot listen on port ${port} (${variable}): ${reason}.`;
}

/** Settings of older versions, which the service ignores, and what replaced them (docs/operations/upgrade.md). */
const retired: Readonly<Record<string, string>> = {
  SEARCH_CACHE_TTL: 'INDEX_POLL_INTERVAL, and RESPONSE_CACHE_SIZE=0 for no cached responses',
  SEARCH_CACHE_SIZE: 'RESPONSE_CACHE_SIZE',
};

const known = settingGroups.flatMap(({ settings }) => Object.keys(settings));

/**
 * What the names of environment variables say about our settings: retired ones, and those that look like a misspelt one. An
 * environment has many variables of other programs, so all other names are ignored.
 *
 * @returns sentences that name variables, but no values
 */
export function misnamedSettings(variables: NodeJS.ProcessEnv): string[] {
  const given = Object.keys(variables).filter((name) => variables[name] !== '');
  return given.flatMap((name) => {
    if (Object.hasOwn(retired, name))
      return [`${name} is a setting of older versions, and ignored. Now: ${retired[name]}.`];
    if (known.includes(name)) return [];
    const meant = known.find((setting) => isVariant(name, setting)) ?? nearest(name);
    return meant === undefined ? [] : [`${name} is no setting, and ignored. Did you mean ${meant}?`];
  });
}

/** Whether two names have the same words: in another case, order, or with other separators. */
function isVariant(name: string, setting: string): boolean {
  const upper = name.toUpperCase();
  if (upper.replace(/[^A-Z0-9]/g, '') === setting.replaceAll('_', '')) return true;
  return sortedWords(upper) === sortedWords(setting);
}

function sortedWords(name: string): string {
  return name
    .split(/[^A-Z0-9]+/)
    .sort()
    .join('_');
}

function nearest(name: string): string | undefined {
  const upper = name.toUpperCase();
  const byDistance = known
    .map((setting) => ({ setting, distance: editDistance(upper, setting, maxEdits(setting) + 1) }))
    .filter(({ setting, distance }) => distance <= maxEdits(setting) && !isOtherShortName(upper, setting))
    .sort((a, b) => a.distance - b.distance);
  return byDistance[0]?.setting;
}

function maxEdits(setting: string): number {
  return setting.length < 10 ? 1 : 2;
}

/** One edit turns a short name into many others, such as PORT into SPORT: only swapped letters count there. */
function isOtherShortName(name: string, setting: string): boolean {
  const letters = (text: string) => Array.from(text).sort().join('');
  return setting.length < 6 && letters(name) !== letters(setting);
}
/** The service cannot listen on a port. `cause` is the error of the system. */
export class ListenError extends Error {
  /** @param variable the environment variable that sets the port */
  constructor(
    readonly variable: string,
    cause: unknown,
  ) {
    super(`Cannot listen on the port of ${variable}`, { cause });
  }
}
