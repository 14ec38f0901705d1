import { Command, CommanderError } from 'commander';
import { addClients } from './commands/clients.js';
import { addIndex } from './commands/index-status.js';
import { addExport } from './commands/export.js';
import { addImport } from './commands/import.js';
import { addMigrate } from './commands/migrate.js';
import { addRecount } from './commands/recount.js';
import { addReindex } from './commands/reindex.js';
import { addSeed } from './commands/seed.js';
import { addTokens } from './commands/tokens.js';
import { addUsers } from './commands/users.js';
import { describe, Failure } from './failure.js';
import { inSession, type Run } from './session.js';
import { type Terminal } from './terminal.js';

/** Exit status of wrong usage. */
const usage = 2;

/**
 * Runs a command.
 *
 * @param args what was typed after the name of the program
 * @param variables the environment, which is only read when a command needs it
 * @returns the exit status: 0 done; 1 failed, or lines were rejected; 2 wrong usage; 130 interrupted
 */
export async function runProgram(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const program = programOf(terminal, (work) => inSession(variables, terminal, work));
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usage;
    terminal.say(describe(error));
    return error instanceof Failure ? error.status : 1;
  }
}

function programOf(terminal: Terminal, run: Run): Command {
  const program = new Command('cli')
    .description('Loads, rebuilds and looks after the directory of places.')
    .exitOverride()
    .showHelpAfterError('(--help says more)')
    .configureOutput({
      writeOut: (text) => {
        terminal.print(text.trimEnd());
      },
      writeErr: (text) => {
        terminal.say(text.trimEnd());
      },
    });
  for (const add of [
    addMigrate,
    addSeed,
    addImport,
    addExport,
    addRecount,
    addReindex,
    addIndex,
    addClients,
    addUsers,
    addTokens,
  ])
    add(program, run, terminal);
  return program;
}
