import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, type RunInContext, type RunOptions } from './command-context.js';
import { formatTable, headOf } from './terminal.js';

/** A command, as a row of a table of commands. Each command has `--json`. */
export interface CommandRow {
  /** With its arguments, such as `show <id>`. */
  name: string;
  /** Replaces the description in the list of commands. */
  summary?: string;
  description: string;
  /** Adds its options, and arguments that have a description. */
  options?: (command: Command) => Command;
  /** Paragraphs of its help, before the examples. */
  notes?: string;
  examples: readonly string[];
  /** Options of `RunInContext`, from the arguments of the command. */
  runOptions?: (...given: never[]) => RunOptions;
  /** Gets the arguments, and the options as the last of them. */
  work: (context: CommandContext, ...given: never[]) => Promise<void>;
}

/** A group of commands: `clients create`, `clients list`. */
export interface CommandGroup {
  /** As of `RunOptions`, for all of its commands. */
  usesIndex?: boolean;
  commands: readonly CommandRow[];
}

/** Commands that write nothing, not even an entry of the audit log. */
export const readOnly: readonly string[] = ['list', 'show', 'status', 'doctor'];

export function addCommandGroup(group: Command, run: RunInContext, { usesIndex = true, commands }: CommandGroup): void {
  for (const row of commands) addCommand(group, (work, options) => run(work, { usesIndex, ...options }), row);
}

export function addCommand(parent: Command, run: RunInContext, row: CommandRow): void {
  const { name, summary = '', description, options, notes, examples, runOptions, work } = row;
  const command = parent.command(name).summary(summary).description(description);
  options?.(command);
  if (!command.options.some(({ long }) => long === '--json')) command.option('--json', 'print JSON', false);
  const head = examples.length === 1 ? 'Example:' : 'Examples:';
  const help = [...(notes === undefined ? [] : ['', notes]), '', head, ...examples.map((example) => `  ${example}`)];
  command.addHelpText('after', help.join('\n')).action((...all: unknown[]) => {
    // Commander adds the command itself.
    const args = all.slice(0, -1) as never[];
    const onlyReads = readOnly.includes(command.name());
    return run((context) => work(context, ...args), { onlyReads, ...runOptions?.(...args) });
  });
}

const units = { s: 1, m: 60, h: 3600, d: 86_400 };

/** @param value such as `30m` @returns seconds */
export function parseDuration(value: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([smhd])$/.exec(value) ?? [];
  const seconds = unit === '' ? 0 : Number(count) * units[unit as keyof typeof units];
  if (seconds < 1) throw new InvalidArgumentError('It must be a time such as 30m, 24h or 7d.');
  return seconds;
}

/** Reads an option or argument. @param what the numbers that it may be */
export function wholeNumber(min: number, max: number, what = `a whole number from ${min} to ${max}`) {
  return (value: string): number => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (!(number >= min && number <= max)) throw new InvalidArgumentError(`It must be ${what}.`);
    return number;
  };
}

/** How many lines a list shows at most. */
export const parseLimit = wholeNumber(1, 10_000);

/** Prints a row for each value. @param columns members of the values @param none replaces the table if there are no values */
export function printList<T>(
  { json, print, terminal }: CommandContext,
  values: readonly T[],
  columns: readonly (keyof T & string)[],
  none?: string,
): void {
  // Numbers are not grouped: some are identifiers.
  const cellOf = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
  const rows = values.map((value) => columns.map((column) => cellOf(value[column])));
  if (none !== undefined && values.length === 0 && !json) terminal.log(none);
  else print(values, formatTable([columns.map(headOf), ...rows]));
}
