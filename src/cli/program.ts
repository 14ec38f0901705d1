import { Command, CommanderError, Help } from 'commander';
import { CommandError } from './command-error.js';
import { type RunInContext } from './command-context.js';
import { addCommand, addCommandGroup, type CommandGroup, type CommandRow, readOnly } from './command-table.js';
import { serviceVersion } from '../config/process.js';
import { type Terminal } from './terminal.js';

const usageStatus = 2;

/** Adds options and work to a command. */
type AddCommands = (command: Command, run: RunInContext, terminal: Terminal) => void;

interface CommandEntry {
  /** Its line in the list of commands. */
  summary: string;
  load: () => Promise<{ command: CommandRow | CommandGroup | AddCommands }>;
}

/** All commands. Only the one that the arguments name is loaded: loading all of them takes longer than a short command. */
const commands: Readonly<Record<string, CommandEntry>> = {
  migrate: { summary: 'Runs pending migrations.', load: () => import('./commands/migrate.js') },
  seed: { summary: 'Loads the demonstration data.', load: () => import('./commands/seed.js') },
  import: { summary: 'Loads records from files.', load: () => import('./commands/import.js') },
  export: { summary: 'Writes records to a file.', load: () => import('./commands/export.js') },
  recount: { summary: 'Recomputes statistics.', load: () => import('./commands/recount.js') },
  reindex: {
    summary: 'Rebuilds the search index.',
    load: async () => ({ command: (await import('./commands/search-index.js')).reindexCommand }),
  },
  index: {
    summary: 'Shows the search index, and compares it with PostgreSQL.',
    load: () => import('./commands/search-index.js'),
  },
  places: { summary: 'Shows, deletes and indexes single places.', load: () => import('./commands/places.js') },
  sources: { summary: 'Shows and deletes the sources of places.', load: () => import('./commands/sources.js') },
  clients: {
    summary: 'Manages the clients that may call the service.',
    load: () => import('./commands/clients.js'),
  },
  users: { summary: 'Manages users.', load: () => import('./commands/users.js') },
  tokens: { summary: 'Issues, lists and revokes tokens.', load: () => import('./commands/tokens.js') },
  sessions: {
    summary: 'Ends browser sessions of users who are signed in.',
    load: async () => ({ command: (await import('./commands/tokens.js')).sessionCommands }),
  },
  audit: { summary: 'Shows who did what: administration and sign-ins.', load: () => import('./audit.js') },
  doctor: { summary: 'Checks what the service needs.', load: () => import('./commands/doctor.js') },
};

/** The commands to load: the one that the arguments name, also after `help`. */
export function namesIn([first = '', second = '']: readonly string[]): readonly string[] {
  const name = first === 'help' ? second : first;
  return Object.hasOwn(commands, name) ? [name] : [];
}

const help = `
Examples:
  import places places.ndjson
  clients create --name Partner
  import --help`;

/**
 * Runs a command.
 *
 * @param args the arguments after the program name
 * @param variables the environment, read only by commands that need it
 * @returns the exit status: 0 done; 1 failed, or lines were rejected; 2 wrong usage; 130 or 143 interrupted
 */
export async function runProgram(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  // `preAction` below fills it before a command runs.
  let commandOptions: { operator?: string; json?: boolean } = {};
  const run: RunInContext = async (work, options) => {
    const { runInContext } = await import('./command-context.js');
    const { operator, json = false } = commandOptions;
    const named = { ...variables, ...(operator !== undefined && { OPERATOR: operator }) };
    return runInContext(named, terminal, work, { ...options, json });
  };
  const program = await createProgram(terminal, run, namesIn(args));
  program.hook('preAction', async (_program, command) => {
    commandOptions = command.opts();
    if (commandOptions.operator !== undefined) await checkOperator(command, commandOptions.operator);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageStatus;
    const { describeError } = await import('./describe-error.js');
    terminal.logFailure(describeError(error));
    return error instanceof CommandError ? error.status : 1;
  }
}

/** @param run gets the work of the command that the arguments name @param names of commands; default: all */
export async function createProgram(
  terminal: Terminal,
  run: RunInContext,
  names: readonly string[] = Object.keys(commands),
): Promise<Command> {
  const program = new Command('cli');
  program
    .description('Administers the place directory: data, search index, clients, users and tokens.')
    .version(serviceVersion)
    .exitOverride()
    // `import` is a command with commands below it: it must not take their options.
    .enablePositionalOptions()
    .addHelpText('after', help)
    .configureHelp({
      // The arguments and options of commands that are not loaded are unknown.
      subcommandTerm: (command) => (command.parent === program ? command.name() : new Help().subcommandTerm(command)),
    })
    .configureOutput(terminal.helpOutput());
  for (const [name, { summary, load }] of Object.entries(commands)) {
    // Help and suggestions name all of them.
    const { command } = names.includes(name) ? await load() : { command: { commands: [] } };
    if (typeof command === 'function') command(program.command(name).summary(summary), run, terminal);
    else if ('commands' in command) addCommandGroup(program.command(name).description(summary), run, command);
    else addCommand(program, run, { ...command, summary });
  }
  complete(program, []);
  return program;
}

/** `import` is a command, and has commands of its own. */
export function isGroup(command: Command): boolean {
  return command.commands.length > 0 && command.registeredArguments.length === 0;
}

/** Adds what all commands have, to a command and those below it. @param names of the command and those above it */
function complete(command: Command, names: readonly string[]): void {
  // After a mistake, each command says how to get its own help.
  command.showHelpAfterError(`Help: ${[...names, '--help'].join(' ')}`);
  // In a container, all operators are the same user of the operating system: the audit log has to be told who runs a command.
  if (!isGroup(command) && !readOnly.includes(command.name()))
    command.option('--operator <name>', 'who runs the command, for the audit log (default: OPERATOR)');
  for (const child of command.commands) complete(child, [...names, child.name()]);
}

async function checkOperator(command: Command, name: string): Promise<void> {
  const { settings } = await import('../config/settings.js');
  const { error } = settings.shape.OPERATOR.safeParse(name);
  const [issue] = error?.issues ?? [];
  if (issue) command.error(`error: option '--operator <name>' argument '${name}' is invalid. It ${issue.message}.`);
}
