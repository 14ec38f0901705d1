import { spawn } from 'node:child_process';
import { once } from 'node:events';

const checks = 'not_a_server_error,content_type_conformance,response_schema_conformance';

/** Runs Schemathesis (https://schemathesis.io) on `/openapi.json`. Reports and passes if it is not installed. */
export async function schemathesis(url: string, token: string, report: (line: string) => void): Promise<boolean> {
  const { ok } = await fetch(`${url}/openapi.json`);
  if (!ok) {
    report('Schemathesis was skipped: there is no /openapi.json.');
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
    report('Schemathesis was skipped: it is not installed (pip install schemathesis).');
    return true;
  }
  const [status] = (await once(child, 'exit')) as [number | null];
  return status === 0;
}
