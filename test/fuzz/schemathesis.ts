import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Errors of ours, and answers that are not as the document says. */
const checks = 'not_a_server_error,content_type_conformance,response_schema_conformance';

/** Has Schemathesis (https://schemathesis.io) ask what `/openapi.json` describes. Without it this says so, and passes. */
export async function schemathesis(url: string, token: string, report: (line: string) => void): Promise<boolean> {
  const { ok } = await fetch(`${url}/openapi.json`);
  if (!ok) {
    report('Schemathesis is left out: there is no /openapi.json.');
    return true;
  }
  const child = spawn(
    'schemathesis',
    [
      ...['run', `${url}/openapi.json`, '--url', url, '--checks', checks, '--max-examples', '50'],
      ...['--header', `Authorization: Bearer ${token}`, '--exclude-path-regex', '/oauth/', '--no-color'],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  try {
    await once(child, 'spawn');
  } catch {
    report('Schemathesis is left out: it is not installed (pip install schemathesis).');
    return true;
  }
  const [status] = (await once(child, 'exit')) as [number | null];
  return status === 0;
}
