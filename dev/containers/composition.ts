import { setTimeout as delay } from 'node:timers/promises';
import { run, succeeds } from '../run-program.js';
import { requestToken } from '../service.js';
import { freePort } from '../services/free-port.js';
import { expectThat } from '../services/start-failure.js';

/** The first searches may get 503 while Elasticsearch is cold. */
const ATTEMPTS = 20;

/** A project of `docker compose` with a name and ports of its own, so that it can run beside others. */
export class Composition {
  private readonly env: NodeJS.ProcessEnv;

  private constructor(
    private readonly command: readonly [string, ...string[]],
    private readonly port: number,
    private readonly adminPort: number,
  ) {
    this.env = { ...process.env, PORT: String(port), ADMIN_PORT: String(adminPort) };
  }

  /** @returns undefined if neither form of the program is installed */
  static async find(): Promise<Composition | undefined> {
    const project = ['-p', `place-directory-test-${process.pid}`] as const;
    const ports = [await freePort(), await freePort()] as const;
    if (await succeeds('docker', 'compose', 'version'))
      return new Composition(['docker', 'compose', ...project], ...ports);
    if (await succeeds('docker-compose', 'version')) return new Composition(['docker-compose', ...project], ...ports);
    return undefined;
  }

  /** Resolves when every service has started. A service starts when its dependencies are healthy. */
  async up(): Promise<void> {
    await this.compose('up', '--detach');
  }

  /** @throws StartFailure if docker-compose.stores.yml is not valid */
  async checkStores(): Promise<void> {
    await this.compose('--file', 'docker-compose.stores.yml', 'config', '--quiet');
  }

  /** Removes containers and data. */
  async down(): Promise<void> {
    await this.compose('down', '--volumes');
  }

  /** Sends the first requests of a new user. */
  async use(): Promise<void> {
    const url = `http://localhost:${this.port}`;
    await this.becomesReady(`http://localhost:${this.adminPort}/health/ready`);
    const metrics = await (await fetch(`http://localhost:${this.adminPort}/metrics`)).text();
    expectThat(metrics.includes('http_request_duration_seconds'), 'the admin port serves metrics');
    expectThat((await fetch(`${url}/metrics`)).status === 404, 'only the admin port serves metrics');
    const Authorization = `Bearer ${await requestToken(url)}`;
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${url}/v2/places?q=mercado`, { headers: { Authorization } });
      const text = await response.text();
      if (response.status === 503 && attempt < ATTEMPTS) await delay(1000);
      else {
        expectThat(
          response.status === 200 && text.includes('Mercado'),
          `the search finds places; the response is ${text}`,
        );
        return;
      }
    }
  }

  /** Expects that the service does not run as root, has a read-only file system, and exits with 0 when stopped. */
  async inspect(): Promise<void> {
    const id = (await this.compose('ps', '--quiet', 'service')).trim();
    const inside = (script: string): Promise<string> => run(['docker', 'exec', id, 'node', '--print', script]);
    const user = await inside('process.getuid()');
    expectThat(Number(user) > 0, `the service does not run as root; its user is ${user}`);
    expectThat(
      (await inside(`try { fs.writeFileSync('/app/file', '') } catch (error) { error.code }`)).trim() === 'EROFS',
      'the file system of the service is read-only',
    );
    await run(['docker', 'stop', id]);
    const status = await run(['docker', 'inspect', '--format', '{{.State.ExitCode}}', id]);
    expectThat(Number(status) === 0, `the service exits with 0 when stopped; it exits with ${status}`);
  }

  private async becomesReady(url: string): Promise<void> {
    let state = 'no response';
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      const response = await fetch(url).catch(() => undefined);
      if (response?.status === 200) return;
      state = (await response?.text()) ?? state;
      await delay(1000);
    }
    expectThat(false, `the service is ready; the response is ${state}`);
  }

  private compose(...args: string[]): Promise<string> {
    return run([...this.command, ...args], { env: this.env });
  }
}
