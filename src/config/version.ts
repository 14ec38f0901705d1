import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };

/** The version of the service: the one of `package.json`, which is told everywhere. */
export const serviceVersion = version;
