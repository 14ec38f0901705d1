import { parseArgs } from 'node:util';
import { StartFailure } from './services/start-failure.js';

type Value = string | number | boolean;

export type Options<T> = {
  readonly [K in keyof T]: T[K] extends number ? number : T[K] extends boolean ? boolean : string;
};

/**
 * Reads `--name value` options. The type of a default is the type of its option; numbers are positive integers.
 *
 * @param args by default those of this process
 * @throws StartFailure with the help text if the arguments are invalid
 */
export function readOptions<T extends Readonly<Record<string, Value>>>(
  defaults: T,
  help: string,
  args: readonly string[] = process.argv.slice(2),
): Options<T> {
  const given = parseOptions(defaults, help, args);
  const entries = Object.entries(defaults).map(([name, value]) => {
    const text = given[name];
    if (text === undefined) return [name, value];
    if (typeof value === 'number' && !isPositiveInteger(text)) throw new StartFailure(help);
    return [name, typeof value === 'number' ? Number(text) : text];
  });
  return Object.fromEntries(entries) as Options<T>;
}

function isPositiveInteger(text: string | boolean): boolean {
  return Number.isSafeInteger(Number(text)) && Number(text) > 0;
}

function parseOptions(
  defaults: Readonly<Record<string, Value>>,
  help: string,
  args: readonly string[],
): Partial<Record<string, string | boolean>> {
  const types = Object.entries(defaults).map(([name, value]) => {
    const type: 'boolean' | 'string' = typeof value === 'boolean' ? 'boolean' : 'string';
    return [name, { type }] as const;
  });
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(types) }).values;
  } catch {
    throw new StartFailure(help);
  }
}
