import { StartFailure } from '../../dev/services/start-failure.js';
import { indexDefinition } from '../../src/places/index/mapping.js';
import { type SearchBody } from '../../src/places/body/search-body.js';
import { BENCH_LANGUAGES } from '../servers.js';

const BULK_LINES = 2000;
const SEARCHES = 100;

/** An index of a benchmark, in one segment. */
export class BenchIndex {
  constructor(
    private readonly elasticsearchUrl: string,
    private readonly name: string,
  ) {}

  /** @returns processor time of Elasticsearch in milliseconds, and the size of the index */
  async fill(documents: readonly string[]): Promise<{ ms: number; bytes: number }> {
    await this.ask(this.name, 'PUT', indexDefinition({ languages: BENCH_LANGUAGES, replicas: 0 }));
    const before = await this.processorTime();
    for (let start = 0; start < documents.length; start += BULK_LINES) {
      const lines = documents.slice(start, start + BULK_LINES).flatMap((document) => ['{"index":{}}', document]);
      await this.ask(`${this.name}/_bulk?filter_path=errors`, 'POST', `${lines.join('\n')}\n`);
    }
    await this.ask(`${this.name}/_refresh`, 'POST');
    const ms = (await this.processorTime()) - before;
    await this.ask(`${this.name}/_forcemerge?max_num_segments=1&flush=true`, 'POST');
    // Frees the files of the merged segments.
    await this.ask(`${this.name}/_flush?force=true`, 'POST');
    const stats = await this.ask<{ _all: { total: { store: { size_in_bytes: number } } } }>(
      `${this.name}/_stats/store`,
    );
    return { ms, bytes: stats._all.total.store.size_in_bytes };
  }

  /** @returns milliseconds of one of some searches, one after the other. Processor time is counted too coarsely for it. */
  async search(body: SearchBody): Promise<{ ms: number; found: number }> {
    const path = `${this.name}/_search?request_cache=false`;
    const search = () => this.ask<{ hits: { total: { value: number } } }>(path, 'POST', body);
    const before = performance.now();
    for (let count = 1; count < SEARCHES; count += 1) await search();
    const { hits } = await search();
    return { ms: (performance.now() - before) / SEARCHES, found: hits.total.value };
  }

  private async processorTime(): Promise<number> {
    const path = '_nodes/stats/process?filter_path=nodes.*.process.cpu';
    const { nodes } = await this.ask<{ nodes: Record<string, { process: { cpu: { total_in_millis: number } } }> }>(
      path,
    );
    return Object.values(nodes).reduce((sum, node) => sum + node.process.cpu.total_in_millis, 0);
  }

  private async ask<T>(path: string, method = 'GET', body?: object | string): Promise<T> {
    const isLines = typeof body === 'string';
    const response = await fetch(`${this.elasticsearchUrl}/${path}`, {
      method,
      headers: { 'Content-Type': isLines ? 'application/x-ndjson' : 'application/json' },
      ...(body !== undefined && { body: isLines ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new StartFailure(`Elasticsearch: ${await response.text()}`);
    return (await response.json()) as T;
  }
}
