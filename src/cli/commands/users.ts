import { type Command } from 'commander';
import { Failure } from '../failure.js';
import { type Run, type Session } from '../session.js';

/** `users disable|enable` */
export function addUsers(program: Command, run: Run): void {
  const users = program.command('users').description('Shuts users out and lets them in again.');
  users
    .command('disable')
    .description(
      'Disables a user, who can no longer sign in. Tokens on behalf of the user are no longer good, at once.',
    )
    .argument('<id>')
    .action((id: string) => run((session) => disable(session, id)));
  users
    .command('enable')
    .description('Lets a disabled user sign in again. The tokens of before stay revoked.')
    .argument('<id>')
    .action((id: string) => run((session) => enable(session, id)));
}

async function disable({ database, terminal }: Session, id: string): Promise<void> {
  const [, count] = await database.query<[unknown[], number]>(
    'UPDATE users SET disabled = now() WHERE id = $1 AND disabled IS NULL',
    [id],
  );
  if (count === 0) throw new Failure(`There is no enabled user ${id}.`);
  terminal.print(`Disabled ${id}`);
}

async function enable({ database, terminal }: Session, id: string): Promise<void> {
  const [, count] = await database.query<[unknown[], number]>(
    'UPDATE users SET disabled = NULL WHERE id = $1 AND disabled IS NOT NULL',
    [id],
  );
  if (count === 0) throw new Failure(`There is no disabled user ${id}.`);
  terminal.print(`Enabled ${id}`);
}
