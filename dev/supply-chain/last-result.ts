import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { advisorySchema } from './audit.js';

/** The copy of the last result, for when the registry does not answer. `npm run check:advisories -- --write` writes it. */
const file = (): string => process.env.ADVISORIES_FILE ?? 'dev/supply-chain/advisories.json';

const resultSchema = z.object({
  date: z.iso.date(),
  /** The SHA-256 of the lock file, whose packages were asked about. */
  lockFile: z.string(),
  /** Absent if the registry has never answered. */
  packages: z.int().optional(),
  advisories: z.array(advisorySchema).optional(),
});

type Result = z.infer<typeof resultSchema>;

/** @param found absent if the registry does not answer. Then an earlier answer is kept */
export function writeResult(found?: Required<Pick<Result, 'packages' | 'advisories'>>): void {
  if (!found && readResult().advisories) return;
  const result: Result = { date: new Date().toISOString().slice(0, 10), lockFile: lockFileHash(), ...found };
  writeFileSync(file(), `${JSON.stringify(result, undefined, 2)}\n`);
}

/** What the copy says, and how old it is. */
export function describeLastResult(): string {
  const { date, lockFile, packages, advisories } = readResult();
  if (!advisories) return `there is no earlier result: the registry did not answer on ${date} either`;
  const days = Math.floor((Date.now() - Date.parse(date)) / 86_400_000);
  const of = lockFile === lockFileHash() ? 'the same lock file' : 'another lock file';
  const found = `${advisories.length} advisories about ${packages ?? 0} packages of ${of}`;
  return `the last result is of ${date}, ${days} days ago: ${found}`;
}

function readResult(): Result {
  return resultSchema.parse(JSON.parse(readFileSync(file(), 'utf8')));
}

function lockFileHash(): string {
  return createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
}
