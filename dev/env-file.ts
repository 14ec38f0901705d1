import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/**
 * Reads the variables of `.env`, for development (`.env.example` lists them). Those that are set already win. Not in tests: the
 * programs that they start must not depend on the developer's file.
 */
export function readEnvFile(): void {
  if (process.env.NODE_ENV !== 'test' && existsSync('.env')) loadEnvFile();
}
