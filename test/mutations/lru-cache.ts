import * as real from '../../node_modules/lru-cache/dist/commonjs/index.js';

/** Says to `environment.ts` which caches it has to clear before each test. */
export class LRUCache<K extends object, V extends object> extends real.LRUCache<K, V> {
  constructor(options: real.LRUCache.Options<K, V, unknown>) {
    super(options);
    (globalThis as unknown as { __stryker__: { caches: unknown[] } }).__stryker__.caches.push(this);
  }
}
