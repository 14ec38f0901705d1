import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../dev/services/free-port.js';
import { ruleFile } from '../../dev/monitoring/rules.js';

export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

interface QueryResponse {
  status: string;
  error?: string;
  data: { result: { value: [number, string] }[] };
}

/** A Prometheus that scrapes one replica each second, and evaluates the rules of `k8s/`. */
export class Prometheus {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    private readonly url: string,
  ) {}

  /** @param target the host and port of the replica's metrics */
  static async start(target: string): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
    const scraped = { job_name: 'place-directory', static_configs: [{ targets: [target], labels: { pod: 'a' } }] };
    const configuration = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['rules.yaml'],
      scrape_configs: [scraped],
    };
    writeFileSync(join(folder, 'rules.yaml'), ruleFile());
    // JSON is YAML.
    writeFileSync(join(folder, 'prometheus.yaml'), JSON.stringify(configuration));
    const address = `127.0.0.1:${await freePort()}`;
    const args = [
      '--config.file=prometheus.yaml',
      '--storage.tsdb.path=data',
      `--web.listen-address=${address}`,
      '--log.level=error',
    ];
    const child = spawn('prometheus', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const prometheus = new Prometheus(child, folder, `http://${address}`);
    while (!(await prometheus.isReady())) await pause(100);
    return prometheus;
  }

  /** The values of an expression now. */
  async query(expression: string): Promise<number[]> {
    const response = await fetch(`${this.url}/api/v1/query`, {
      method: 'POST',
      body: new URLSearchParams({ query: expression }),
    });
    const { error, data } = (await response.json()) as QueryResponse;
    if (error !== undefined) throw new Error(`${expression}: ${error}`);
    return data.result.map(({ value: [, value] }) => Number(value));
  }

  /** Waits until an expression has data, or has none. @returns whether it has */
  async until(expression: string, hasData: boolean): Promise<boolean> {
    while ((await this.query(expression)).some((value) => !Number.isNaN(value)) !== hasData) await pause(200);
    return hasData;
  }

  async stop(): Promise<void> {
    this.process.kill('SIGKILL');
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'exit');
    rmSync(this.folder, { recursive: true });
  }

  private async isReady(): Promise<boolean> {
    return fetch(`${this.url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
