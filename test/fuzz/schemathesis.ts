import { spawn } from 'node:child_process';
import { once } from 'node:events';

const checks = 'not_a_server_error,content_type_conformance,response_schema_conformance';

type Result = 'passed' | 'failed' | 'not run, because it is not installed (pip install schemathesis)';

/** Runs Schemathesis (https://schemathesis.io) on `/openapi.json`. */
export async function schemathesis(url: string, token: string): Promise<Result> {
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
    return 'not run, because it is not installed (pip install schemathesis)';
  }
  const [status] = (await once(child, 'exit')) as [number | null];
  return status === 0 ? 'passed' : 'failed';
}
