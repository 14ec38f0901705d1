import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../services/free-port.js';
import { expectThat, run, succeeds } from '../command.js';

/** A search that has to wait for a cold Elasticsearch is asked to try again. */
const ATTEMPTS = 20;

/** `docker compose` under a name and on ports of its own, so that it meets no other that runs here. */
export class Composition {
  private readonly env: NodeJS.ProcessEnv;

  private constructor(
    private readonly command: readonly [string, ...string[]],
    private readonly port: number,
    private readonly adminPort: number,
  ) {
    this.env = { ...process.env, PORT: String(port), ADMIN_PORT: String(adminPort) };
  }

  /** @returns undefined where neither form of the program is installed */
  static async find(): Promise<Composition | undefined> {
    const project = ['-p', `place-directory-test-${process.pid}`] as const;
    const ports = [await freePort(), await freePort()] as const;
    if (await succeeds('docker', 'compose', 'version'))
      return new Composition(['docker', 'compose', ...project], ...ports);
    if (await succeeds('docker-compose', 'version')) return new Composition(['docker-compose', ...project], ...ports);
    return undefined;
  }

  /** Returns when every service has begun, which each does once those that it needs are well. */
  async up(): Promise<void> {
    await this.compose('up', '--detach');
  }

  /** Removes containers and data. */
  async down(): Promise<void> {
    await this.compose('down', '--volumes');
  }

  /** Does what a newcomer would do next. */
  async use(): Promise<void> {
    const interface_ = `http://localhost:${this.port}`;
    await this.expectLog('startup-banner', `${interface_}/v2/oauth/token`);
    const health = await fetch(`http://localhost:${this.adminPort}/health/ready`);
    expectThat(health.status === 200, `the service is ready; it answers ${await health.text()}`);
    const metrics = await (await fetch(`http://localhost:${this.adminPort}/metrics`)).text();
    expectThat(metrics.includes('http_request_duration_seconds'), 'the service tells its metrics');
    expectThat((await fetch(`${interface_}/metrics`)).status === 404, 'metrics are on their own port only');
    const Authorization = `Bearer ${await this.token(interface_)}`;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(`${interface_}/v2/places?q=mercado`, { headers: { Authorization } });
      const text = await answer.text();
      if (answer.status === 503 && attempt < ATTEMPTS) await delay(1000);
      else {
        expectThat(answer.status === 200 && text.includes('Mercado'), `places are found; the answer is ${text}`);
        return;
      }
    }
  }

  /** The service runs without root and on a file system that it cannot write, and leaves by itself when it is asked to. */
  async inspect(): Promise<void> {
    const id = (await this.compose('ps', '--quiet', 'service')).trim();
    const user = await run(['docker', 'exec', id, 'id', '-u']);
    expectThat(Number(user) > 0, `the service does not run as root; its user is ${user}`);
    expectThat(
      !(await succeeds('docker', 'exec', id, 'touch', '/app/file')),
      'the file system of the service is read-only',
    );
    await run(['docker', 'stop', id]);
    const status = await run(['docker', 'inspect', '--format', '{{.State.ExitCode}}', id]);
    expectThat(Number(status) === 0, `the service leaves with status 0 when it is stopped; it left with ${status}`);
  }

  private async token(address: string): Promise<string> {
    const answer = await fetch(`${address}/v2/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('demo-app:demo-app-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    expectThat(token !== undefined, 'the demonstration client gets a token');
    return token ?? '';
  }

  /** A container that only writes may take a moment to be run. */
  private async expectLog(service: string, text: string): Promise<void> {
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      if ((await this.compose('logs', service)).includes(text)) return;
      await delay(500);
    }
    expectThat(false, `the service ${service} says ${text}`);
  }

  private compose(...args: string[]): Promise<string> {
    return run([...this.command, ...args], this.env);
  }
}
