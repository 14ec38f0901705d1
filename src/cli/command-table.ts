import { type Command } from 'commander';
import { type CommandContext, type RunInContext, type RunOptions } from './command-context.js';

/** A command, as a row of the table of its noun. Each has `--json`. */
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
  /** How it runs, where the name does not say it. */
  how?: (...given: never[]) => RunOptions;
  /** Gets the arguments, and the options as the last of them. */
  work: (context: CommandContext, ...given: never[]) => Promise<void>;
}

/** Commands of the same noun. */
export interface Noun {
  name: string;
  description: string;
  commands: readonly CommandRow[];
}

/** Commands that write nothing, not even an entry of the audit log. */
export const readOnly: readonly string[] = ['list', 'show', 'status', 'doctor'];

export function addNoun(program: Command, run: RunInContext, { name, description, commands }: Noun): void {
  const noun = program.command(name).description(description);
  for (const row of commands) addCommand(noun, run, row);
}

export function addCommand(parent: Command, run: RunInContext, row: CommandRow): void {
  const { name, summary = '', description, options, notes, examples, how, work } = row;
  const command = parent.command(name).summary(summary).description(description);
  options?.(command);
  if (!command.options.some(({ long }) => long === '--json')) command.option('--json', 'print JSON', false);
  const head = examples.length === 1 ? 'Example:' : 'Examples:';
  const help = [...(notes === undefined ? [] : ['', notes]), '', head, ...examples.map((example) => `  ${example}`)];
  command.addHelpText('after', help.join('\n')).action((...all: unknown[]) => {
    // Commander adds the command itself.
    const given = all.slice(0, -1) as never[];
    const onlyReads = readOnly.includes(command.name());
    return run((context) => work(context, ...given), { onlyReads, ...how?.(...given) });
  });
}
