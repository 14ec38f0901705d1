import { errors } from '@elastic/elasticsearch';
import { isOutOfDescriptors } from '../../http/problems/problems.js';
import { isAborted, isRequestFault, isTimeout } from './elasticsearch-errors.js';

/** The circuit opens after as many failures in a row, also if Elasticsearch responds to probes. */
const maxFailures = 5;

/** How often an open circuit sends a probe. */
const probeIntervalMs = 1000;

/** Elasticsearch is away. The search was not sent, or nobody waits for its response any more. */
export class CircuitOpenError extends Error {}

export interface SearchCircuitOptions {
  /** Rejects if Elasticsearch does not respond; a response with an error (4xx) will do. Must not wait behind searches. */
  readonly probe: () => Promise<unknown>;
  /** Rejects if searches do not succeed. A node with data can be away while others respond. */
  readonly searchProbe: () => Promise<unknown>;
  /** Called when the circuit opens. */
  readonly opened: () => void;
  /** A search that takes so long starts probes, so that their result is known soon after the search times out. */
  readonly slowMs: number;
}

/**
 * Rejects searches at once while Elasticsearch is away, so that nobody waits for it.
 *
 * What one caller can provoke does not count: a search that Elasticsearch rejects (4xx, 429 included) or gives up, and an
 * expensive search that takes too long. Any failure but a rejection starts a probe. The circuit opens if two probes in a row
 * fail, or after five counted failures in a row. It closes when a probe and a search of its own succeed, whatever callers send.
 */
export class SearchCircuit {
  private isOpenNow = false;
  private failures = 0;
  private failedAt = -Infinity;
  /** Searches of one batch fail with the same error, which counts once. */
  private lastError: unknown;
  private probing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** Ends the wait for searches in flight. */
  private readonly inFlight = new Set<(reason: Error) => void>();

  constructor(private readonly options: SearchCircuitOptions) {}

  get isOpen(): boolean {
    return this.isOpenNow;
  }

  /** When a search failed last in a way that counts, by `performance.now()`. */
  get lastFailureAt(): number {
    return this.failedAt;
  }

  shutdown(): void {
    clearInterval(this.timer);
  }

  /** @throws what the search throws, or CircuitOpenError if Elasticsearch is away, or goes away meanwhile */
  async run<T>(search: () => Promise<T>, { isExpensive }: { isExpensive: boolean }): Promise<T> {
    if (this.isOpenNow) throw new CircuitOpenError('Elasticsearch is away');
    const slow = setTimeout(() => {
      this.startProbe();
    }, this.options.slowMs);
    try {
      const result = await this.unlessOpened(search());
      this.failures = 0;
      return result;
    } catch (error) {
      // Without a descriptor, the search did not reach Elasticsearch.
      const isOwnFault = isRequestFault(error) || isAborted(error) || isOutOfDescriptors(error);
      if (!isOwnFault && !this.isOpen) this.observe(error, isExpensive);
      throw error;
    } finally {
      clearTimeout(slow);
    }
  }

  private async unlessOpened<T>(search: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.inFlight.add(reject);
      search.then(resolve, reject).finally(() => this.inFlight.delete(reject));
    });
  }

  private observe(error: unknown, isExpensive: boolean): void {
    const isCallersFault = isTimeout(error) && (isExpensive || !(error instanceof errors.TimeoutError));
    if (!isCallersFault && error !== this.lastError) {
      this.failures += 1;
      this.failedAt = performance.now();
    }
    this.lastError = error;
    if (this.failures >= maxFailures) this.open();
    else this.startProbe();
  }

  private startProbe(): void {
    if (!this.isOpenNow) this.probeOnce(() => this.openUnlessReachable());
  }

  private probeOnce(work: () => Promise<void>): void {
    this.probing ??= work().finally(() => (this.probing = undefined));
  }

  private async openUnlessReachable(): Promise<void> {
    const { probe } = this.options;
    // One may be lost, with its connection or in a busy moment.
    if (!(await isAnswered(probe)) && !(await isAnswered(probe))) this.open();
  }

  private open(): void {
    if (this.isOpenNow) return;
    this.isOpenNow = true;
    this.failedAt = performance.now();
    this.timer = setInterval(() => {
      this.probeOnce(() => this.closeIfReachable());
    }, probeIntervalMs).unref();
    for (const reject of this.inFlight) reject(new CircuitOpenError('Elasticsearch went away'));
    this.options.opened();
  }

  private async closeIfReachable(): Promise<void> {
    const { probe, searchProbe } = this.options;
    if (!(await isAnswered(probe)) || !(await isAnswered(searchProbe))) return;
    clearInterval(this.timer);
    this.failures = 0;
    this.isOpenNow = false;
  }
}

async function isAnswered(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe();
    return true;
  } catch (error) {
    return isRequestFault(error) || isOutOfDescriptors(error);
  }
}
