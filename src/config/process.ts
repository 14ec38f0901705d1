import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The time zone of the process. Import this file before a library that reads dates in that time zone: with UTC it does not
 * matter where the service runs, and no hour is missing or repeated.
 */
process.env.TZ = 'UTC';

const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };

/** The version of the service: the one of `package.json`, which is told everywhere. */
export const serviceVersion = version;

/** The commit that the image was built from (`Dockerfile`). */
export const sourceCommit = process.env.SOURCE_COMMIT || 'unknown'; // oxlint-disable-line typescript/prefer-nullish-coalescing -- an empty variable counts as unset
