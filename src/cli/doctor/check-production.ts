import { type Environment } from '../../config/environment.js';
import { type WorkingCredentials } from '../../demonstration/working-credentials.js';
import { attempt, failed, type Finding, ok } from './finding.js';

/** Needs PostgreSQL only. Checks what the start of production checks. */
export function checkDemonstration(
  credentials: WorkingCredentials,
  { NODE_ENV }: Pick<Environment, 'NODE_ENV'>,
): Promise<Finding[]> {
  const check = 'demonstration';
  return attempt(check, 'Correct the failures above first.', async () => {
    const found = await credentials.find();
    if (found.length === 0) return [ok(check, 'none of its public credentials works')];
    if (NODE_ENV !== 'production') {
      const names = found.map(({ reason }) => reason.split(' ').slice(0, 2).join(' '));
      return [
        ok(check, `public credentials work (${names.join(', ')}), with which NODE_ENV=production does not start`),
      ];
    }
    return found.map(({ reason, remedies }) => failed(check, reason, `Run ${remedies.join(', or ')}.`));
  });
}

/** The service needs it in production; commands do not. */
export function checkPublicUrl({ NODE_ENV, PUBLIC_URL }: Pick<Environment, 'NODE_ENV' | 'PUBLIC_URL'>): Finding[] {
  if (NODE_ENV !== 'production') return [];
  const check = 'public address';
  if (PUBLIC_URL !== undefined) return [ok(check, PUBLIC_URL)];
  return [failed(check, 'the service does not start without it', 'Set PUBLIC_URL to the address that clients use.')];
}
