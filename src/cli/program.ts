import { styleText } from 'node:util';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { settings } from '../config/settings.js';
import { describeError, CommandError } from './command-error.js';
import { type RunInContext } from './command-context.js';
import { addCommand, addCommandGroup, type CommandGroup, type CommandRow, readOnly } from './command-table.js';
import { serviceVersion } from '../config/process.js';
import { type Terminal } from './terminal.js';

const usageStatus = 2;

/** Styles for commander: not for standard output, which is not always what it writes to. */
const forced = { validateStream: false };

type AddCommands = (program: Command, run: RunInContext, terminal: Terminal) => void;

/** Loads what a command needs. Loading all of them would take most of the time of a short command. */
const commands: Readonly<Record<string, () => Promise<CommandRow | CommandGroup | AddCommands>>> = {
  migrate: async () => (await import('./commands/migrate.js')).migrateCommand,
  seed: async () => (await import('./commands/seed.js')).seedCommand,
  import: async () => (await import('./commands/import.js')).addImport,
  export: async () => (await import('./commands/export.js')).exportCommand,
  recount: async () => (await import('./commands/recount.js')).recountCommand,
  reindex: async () => (await import('./commands/search-index.js')).reindexCommand,
  index: async () => (await import('./commands/search-index.js')).indexCommands,
  places: async () => (await import('./commands/places.js')).placeCommands,
  sources: async () => (await import('./commands/sources.js')).sourceCommands,
  clients: async () => (await import('./commands/clients.js')).clientCommands,
  users: async () => (await import('./commands/users.js')).userCommands,
  tokens: async () => (await import('./commands/tokens.js')).tokenCommands,
  sessions: async () => (await import('./commands/tokens.js')).sessionCommands,
  audit: async () => (await import('./audit.js')).auditCommands,
  doctor: async () => (await import('./commands/doctor.js')).doctorCommand,
};

/** The commands to load: the one that the arguments name. Help and mistakes need all. */
export function namesIn([first = '']: readonly string[]): readonly string[] {
  if (first === '--version' || first === '-V') return [];
  return Object.hasOwn(commands, first) ? [first] : Object.keys(commands);
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
  program.hook('preAction', (_program, command) => {
    commandOptions = command.opts();
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageStatus;
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
  const program = new Command('cli')
    .description('Administers the place directory: data, search index, clients, users and tokens.')
    .version(serviceVersion)
    .exitOverride()
    // `import` is a command with commands below it: it must not take their options.
    .enablePositionalOptions()
    .addHelpText('after', help)
    .configureHelp({
      styleTitle: (title) => styleText('bold', title, forced),
      styleCommandText: (name) => styleText('cyan', name, forced),
      styleSubcommandText: (name) => styleText('cyan', name, forced),
      styleOptionText: (flags) => styleText('cyan', flags, forced),
    })
    .configureOutput(terminal.helpOutput());
  for (const name of names) {
    const command = await commands[name]?.();
    if (typeof command === 'function') command(program, run, terminal);
    else if (command && 'commands' in command) addCommandGroup(program, run, command);
    else if (command) addCommand(program, run, command);
  }
  nameInErrors(program, []);
  addOperator(program);
  return program;
}

/** `import` is a command, and has commands of its own. */
export function isGroup(command: Command): boolean {
  return command.commands.length > 0 && command.registeredArguments.length === 0;
}

/** In a container, all operators are the same user of the operating system: the audit log has to be told who runs a command. */
function addOperator(command: Command): void {
  for (const child of command.commands) addOperator(child);
  if (isGroup(command) || readOnly.includes(command.name())) return;
  command.option('--operator <name>', 'who runs the command, for the audit log (default: OPERATOR)', parseOperator);
}

function parseOperator(name: string): string {
  const { data, error } = settings.shape.OPERATOR.safeParse(name);
  if (data === undefined) throw new InvalidArgumentError(`It ${error?.issues[0]?.message ?? 'is missing'}.`);
  return data;
}

/** After a mistake, each command says how to get its own help. */
function nameInErrors(command: Command, names: readonly string[]): void {
  command.showHelpAfterError(`Help: ${[...names, '--help'].join(' ')}`);
  for (const child of command.commands) nameInErrors(child, [...names, child.name()]);
}
