import { type Command } from 'commander';
import { CommandError } from '../command-error.js';
import { type RunInSession, type Session } from '../session.js';

/** `users disable|enable` */
export function addUsers(program: Command, run: RunInSession): void {
  const users = program.command('users').description('Disables and enables users.');
  users
    .command('disable')
    .description('Disables a user, who can no longer sign in, and revokes the tokens of the user.')
    .argument('<id>')
    .action((id: string) => run((session) => disable(session, id)));
  users
    .command('enable')
    .description('Lets a disabled user sign in again. Old tokens stay revoked.')
    .argument('<id>')
    .action((id: string) => run((session) => enable(session, id)));
}

async function disable({ database, terminal }: Session, id: string): Promise<void> {
  const [, count] = await database.query<[unknown[], number]>(
    'UPDATE users SET disabled = now() WHERE id = $1 AND disabled IS NULL',
    [id],
  );
  if (count === 0) throw new CommandError(`User ${id} does not exist or is already disabled.`);
  terminal.print(`Disabled ${id}`);
}

async function enable({ database, terminal }: Session, id: string): Promise<void> {
  const [, count] = await database.query<[unknown[], number]>(
    'UPDATE users SET disabled = NULL WHERE id = $1 AND disabled IS NOT NULL',
    [id],
  );
  if (count === 0) throw new CommandError(`User ${id} does not exist or is not disabled.`);
  terminal.print(`Enabled ${id}`);
}
