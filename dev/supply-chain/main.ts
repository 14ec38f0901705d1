import { main } from '../main.js';
import { report } from '../services/step.js';
import { accepted } from './accepted.js';
import { audit, identifierOf } from './audit.js';

/** The severities that fail the check. */
const FAILING = ['high', 'critical'];

/** `npm run check:advisories`: fails on an advisory of high severity that accepted.ts does not explain. */
async function checkAdvisories(): Promise<number> {
  const advisories = await audit();
  if (typeof advisories === 'string') {
    report(`not run: advisories (need a registry that responds to npm audit): ${advisories}`);
    return 0;
  }
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
