import { userInfo } from 'node:os';
import { AuditLog } from '../audit/audit-log.js';
import { type CommandContext } from './command-context.js';

/** Records what the operator has done. */
export async function audit(
  { app, environment, terminal }: CommandContext,
  action: string,
  subject?: string,
  details?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const actor = `operator:${environment.OPERATOR ?? systemUser()}`;
  const event = { actor, action, ...(subject !== undefined && { subject }), ...(details && { details }) };
  await app.get(AuditLog).record(event);
  // The log of a job. At a terminal, and in development, the message of the command says enough.
  if (environment.NODE_ENV === 'production' && terminal.messages.isTTY !== true)
    terminal.log(JSON.stringify({ time: new Date().toISOString(), audit: event, msg: `Audit: ${action}` }));
}

/** A container may run as a number without a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
