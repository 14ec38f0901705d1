import CircuitBreaker from 'opossum';
import { isAborted, isRequestFault, isTimeout } from './elasticsearch-errors.js';

/** The circuit opens after as many failures in a row, also if Elasticsearch responds to probes. */
const maxFailures = 5;

/** Then one search tests whether Elasticsearch is back. */
const resetMs = 1000;

/** A search that ended without saying that Elasticsearch is away. */
type Outcome<T> = { readonly result: T } | { readonly error: unknown };

/**
 * Rejects searches at once while Elasticsearch is away, so that nobody waits for it.
 *
 * What one caller can provoke does not open it: a search that Elasticsearch rejects (4xx, 429 included), and an expensive
 * search that takes too long. Any other failure starts a probe; so does an expensive search that takes too long. The circuit
 * opens if the probe fails, or after five failures in a row.
 */
export class SearchCircuit {
  private readonly breaker: CircuitBreaker<[search: () => Promise<unknown>]>;
  private failures = 0;
  /** Searches of one batch fail with the same error, which counts once. */
  private lastError: unknown;
  private probing: Promise<void> | undefined;

  /**
   * @param probe rejects if Elasticsearch does not respond; a response with an error (4xx) will do
   * @param opened called when the circuit opens
   */
  constructor(
    private readonly probe: () => Promise<unknown>,
    opened: () => void,
  ) {
    this.breaker = new CircuitBreaker((search: () => Promise<unknown>) => search(), {
      timeout: false,
      // `check()` opens it. While it is half open, any failure opens it again.
      volumeThreshold: Number.MAX_SAFE_INTEGER,
      resetTimeout: resetMs,
      // Unused statistics, which would sort all recent durations at each search.
      rollingPercentilesEnabled: false,
      enableSnapshots: false,
    });
    this.breaker.on('open', opened);
  }

  /** Half open counts as open: all searches but one are rejected then. */
  get isOpen(): boolean {
    return !this.breaker.closed;
  }

  shutdown(): void {
    this.breaker.shutdown();
  }

  /** @throws what the search throws, or an error with the code `EOPENBREAKER` */
  async run<T>(search: () => Promise<T>, { isExpensive }: { isExpensive: boolean }): Promise<T> {
    const outcome = (await this.breaker.fire(() => this.observe(search, isExpensive))) as Outcome<T>;
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  }

  /** @throws errors that open a half open circuit again */
  private async observe<T>(search: () => Promise<T>, isExpensive: boolean): Promise<Outcome<T>> {
    try {
      const result = await search();
      this.failures = 0;
      return { result };
    } catch (error) {
      if (isRequestFault(error)) return { error };
      const isCallersFault = isExpensive && isTimeout(error);
      if (this.breaker.halfOpen) throw error;
      if (isAborted(error)) return { error };
      if (!isCallersFault && error !== this.lastError) this.failures += 1;
      this.lastError = error;
      this.check();
      return { error };
    }
  }

  private check(): void {
    if (this.isOpen) return;
    if (this.failures >= maxFailures) this.open();
    else this.probing ??= this.openUnlessReachable().finally(() => (this.probing = undefined));
  }

  private async openUnlessReachable(): Promise<void> {
    try {
      await this.probe();
    } catch (error) {
      if (!isRequestFault(error)) this.open();
    }
  }

  private open(): void {
    this.failures = 0;
    this.breaker.open();
  }
}
