import { spawn } from 'node:child_process';
import { z } from 'zod';
import { finished } from '../run-program.js';

export const advisorySchema = z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() });

/** A report of `npm audit --json`. An entry of `via` that is a string names another package of the report. */
const auditSchema = z.union([
  z.object({
    vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisorySchema])) })),
    metadata: z.object({ dependencies: z.object({ total: z.int() }) }),
  }),
  // The registry cannot be asked.
  z.object({ message: z.string() }),
]);

export type Advisory = z.infer<typeof advisorySchema>;

interface Audit {
  /** The number of packages that were asked about. */
  packages: number;
  advisories: Advisory[];
}

/** Asks the registry for advisories about the packages that the image ships. @returns why not, if it does not answer */
export async function audit(): Promise<Audit | string> {
  const once = {
    npm_config_fetch_retries: '1',
    npm_config_fetch_retry_mintimeout: '1000',
    npm_config_fetch_timeout: '20000',
  };
  const { output } = await finished(
    spawn(process.execPath, ['dev/supply-chain/shipped-packages.mjs', 'audit', '--json'], {
      env: { ...process.env, ...once },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const report = auditSchema.parse(JSON.parse(output));
  if ('message' in report) return report.message;
  const advisories = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter((each) => typeof each !== 'string'),
  );
  return { packages: report.metadata.dependencies.total, advisories };
}

/** The identifier of an advisory, such as GHSA-2p57-rm9w-gvfp. Its address ends with it. */
export function identifierOf({ url }: Advisory): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
