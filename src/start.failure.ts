import { isNativeError } from 'node:util/types';
import { EnvironmentError } from './config/environment.js';
import { DatabaseError } from './database/connect.js';

/** What to tell whoever started the service. A stack only where nobody foresaw what happened. */
export function startFailure(error: unknown): string {
  if (error instanceof EnvironmentError || error instanceof DatabaseError) return error.message;
  if (!isNativeError(error)) return String(error);
  const { syscall, code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (syscall === 'listen' && port !== undefined) {
    const reason = code === 'EADDRINUSE' ? 'it is taken by another program' : error.message;
    return `The service cannot listen on port ${port} (PORT): ${reason}.`;
  }
  return error.stack ?? error.message;
}
