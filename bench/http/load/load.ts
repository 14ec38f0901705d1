import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { StartFailure } from '../../../dev/services/start-failure.js';
import { type Job, type LoadResult, type Preparation } from './job.js';

export type Target = Omit<Preparation, 'kind' | 'id'>;

/** Controls the load generator. */
export class Load {
  private readonly generator: ChildProcess;
  private readonly known = new Map<Target, number>();

  constructor() {
    this.generator = fork(join(__dirname, 'generator.ts'), {
      execArgv: ['--import', 'tsx'],
      serialization: 'advanced',
    });
  }

  /** Runs a burst in which requests may fail: a cold server may time out on a busy machine. */
  async warmUp(target: Target, burst: Pick<Job, 'connections' | 'seconds'>): Promise<LoadResult> {
    // A signal to the process group also ends the generator.
    if (!this.generator.connected) throw new StartFailure('The load generator has exited.');
    const id = this.prepare(target);
    this.generator.send({ kind: 'run', id, ...burst } satisfies Job);
    return this.result();
  }

  /** @throws StartFailure if a request fails */
  async run(target: Target, burst: Pick<Job, 'connections' | 'seconds'>): Promise<LoadResult> {
    const result = await this.warmUp(target, burst);
    if (result.failed === 0) return result;
    const example = target.requests[0]?.path ?? '';
    throw new StartFailure(
      `${result.failed} of ${result.requests} responses had another status than ${target.status}: ${target.url}${example}`,
    );
  }

  stop(): void {
    if (this.generator.connected) this.generator.disconnect();
  }

  private async result(): Promise<LoadResult> {
    const settled = new AbortController();
    const ended = once(this.generator, 'exit', settled).then(() => {
      throw new StartFailure('The load generator has exited.');
    });
    try {
      const [result] = (await Promise.race([once(this.generator, 'message', settled), ended])) as [LoadResult];
      return result;
    } finally {
      settled.abort();
    }
  }

  private prepare(target: Target): number {
    const known = this.known.get(target);
    if (known !== undefined) return known;
    const id = this.known.size;
    this.known.set(target, id);
    this.generator.send({ kind: 'prepare', id, ...target } satisfies Preparation);
    return id;
  }
}
