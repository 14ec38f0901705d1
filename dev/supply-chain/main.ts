import { readFileSync } from 'node:fs';
import { main } from '../main.js';
import { readOptions } from '../options.js';
import { report } from '../services/step.js';
import { accepted } from './accepted.js';
import { audit, identifierOf } from './audit.js';
import { supportFault } from './base-image.js';
import { describeLastResult, writeResult } from './last-result.js';

/** The severities that fail the check. */
const FAILING = ['high', 'critical'];

const help = `Usage: npm run check:advisories -- [--write]

  --write    also writes the result to dev/supply-chain/advisories.json`;

/** Debian names no advisories here: its end of support stands for them. */
async function checkAdvisories(): Promise<number> {
  const fault = supportFault(readFileSync('Dockerfile', 'utf8'), new Date());
  if (fault !== undefined) report(fault);
  return Math.max(await checkPackages(), fault === undefined ? 0 : 1);
}

/**
 * `npm run check:advisories`: fails on an advisory of high severity that accepted.ts does not explain. If the registry does not
 * answer, `.ci/run` repeats the line that says so at its end.
 */
async function checkPackages(): Promise<number> {
  const { write } = readOptions({ write: false }, help);
  const answer = await audit();
  if (typeof answer === 'string') {
    if (write) writeResult();
    report(`not run: advisories (the registry did not answer: ${answer}; ${describeLastResult()})`);
    return write ? 1 : 0;
  }
  if (write) writeResult(answer);
  const { advisories } = answer;
  for (const advisory of advisories) {
    const reason = accepted[identifierOf(advisory)];
    const { severity, name, title, url } = advisory;
    report(`${severity}: ${name}: ${title} (${url})${reason === undefined ? '' : `, accepted: ${reason}`}`);
  }
  const found = new Set(advisories.map(identifierOf));
  for (const identifier of Object.keys(accepted)) {
    if (!found.has(identifier)) report(`${identifier} no longer applies: remove it from dev/supply-chain/accepted.ts`);
  }
  const failing = advisories.filter((each) => FAILING.includes(each.severity) && !(identifierOf(each) in accepted));
  report(`${advisories.length} advisories, ${failing.length} of them fail this check`);
  return failing.length > 0 ? 1 : 0;
}

void main(checkAdvisories);
