import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, type RunInContext, type RunOptions } from './command-context.js';

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

/** How many lines a list shows at most. */
export function parseLimit(value: string): number {
  const limit = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (limit < 1 || limit > 10_000) throw new InvalidArgumentError('It must be a whole number from 1 to 10000.');
  return limit;
}
