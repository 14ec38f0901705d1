import { styleText } from 'node:util';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { auditCommands } from './audit.js';
import { clientCommands } from './commands/clients.js';
import { deadLetterCommands, indexCommands, reindexCommand } from './commands/search-index.js';
import { doctorCommand } from './commands/doctor.js';
import { exportCommand } from './commands/export.js';
import { addImport } from './commands/import.js';
import { migrateCommand } from './commands/migrate.js';
import { placeCommands } from './commands/places.js';
import { recountCommand } from './commands/recount.js';
import { sourceCommands } from './commands/sources.js';
import { seedCommand } from './commands/seed.js';
import { sessionCommands, tokenCommands } from './commands/tokens.js';
import { userCommands } from './commands/users.js';
import { settings } from '../config/settings.js';
import { describeError, CommandError } from './command-error.js';
import { runInContext, type RunInContext } from './command-context.js';
import { addCommand, addCommandGroup, readOnly } from './command-table.js';
import { serviceVersion } from '../config/process.js';
import { type Terminal } from './terminal.js';

const usageStatus = 2;

/** Styles for commander: not for standard output, which is not always what it writes to. */
const forced = { validateStream: false };

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
  const program = createProgram(terminal, (work, options) => {
    const { operator, json = false } = commandOptions;
    const named = { ...variables, ...(operator !== undefined && { OPERATOR: operator }) };
    return runInContext(named, terminal, work, { ...options, json });
  });
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

/** All commands. The command that the arguments name calls `run` with its work. */
export function createProgram(terminal: Terminal, run: RunInContext): Command {
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
  addCommand(program, run, migrateCommand);
  addCommand(program, run, seedCommand);
  addImport(program, run, terminal);
  addCommand(program, run, exportCommand);
  addCommand(program, run, recountCommand);
  addCommand(program, run, reindexCommand);
  addCommandGroup(program, run, indexCommands);
  addCommandGroup(program, run, placeCommands);
  addCommandGroup(program, run, sourceCommands);
  addCommandGroup(program, run, deadLetterCommands);
  addCommandGroup(program, run, clientCommands);
  addCommandGroup(program, run, userCommands);
  addCommandGroup(program, run, tokenCommands);
  addCommandGroup(program, run, sessionCommands);
  addCommandGroup(program, run, auditCommands);
  addCommand(program, run, doctorCommand);
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
