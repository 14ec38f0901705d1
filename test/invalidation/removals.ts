import { type DataSource } from 'typeorm';

/** What of a trigger `npm run test:slow -- invalidation` removes by the variable REMOVED: all of it, or only its notification. */
export type TriggerPart = 'trigger' | 'notification';

/** Runs work without a trigger, if REMOVED says so. @param trigger its name, or a table with the trigger `tell_change` */
export async function withoutTrigger(source: DataSource, trigger: string, work: () => Promise<unknown>): Promise<void> {
  const part = process.env.REMOVED as TriggerPart | undefined;
  if (!part) {
    await work();
    return;
  }
  const [found] = await source.query<Record<'name' | 'table' | 'trigger' | 'function', string>[]>(
    `SELECT tgname AS name, tgrelid::regclass::text AS table, pg_get_triggerdef(oid) AS trigger, pg_get_functiondef(tgfoid) AS function
     FROM pg_trigger WHERE tgname = $1 OR tgname = 'tell_change' AND tgrelid = to_regclass($1)`,
    [trigger],
  );
  if (!found) throw new Error(`No trigger has the name ${trigger}`);
  const silent = found.function.replace(/NOTIFY \w+;|PERFORM pg_notify\(.*\);/, 'NULL;');
  await source.query(part === 'trigger' ? `DROP TRIGGER ${found.name} ON ${found.table}` : silent);
  await work();
  await source.query(part === 'trigger' ? found.trigger : found.function);
}

/** A text of the source to remove. */
export interface Removal {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
}

const tokenCache = 'src/auth/token-cache.ts';
const tableVersions = 'src/response-cache/dependencies.ts';
const areaRefresh = 'src/places/areas/area-refresh.ts';
const relay = 'src/places/search-index/relay.ts';

/** Each channel and each handler of its listener, by name: file, text, and what replaces it. */
const texts: Record<string, readonly [file: string, text: string, replacement?: string]> = {
  'LISTEN token_change': [tokenCache, 'listener.on(TOKEN_CHANGE', "listener.on('none'"],
  'TokenCache.notified': [tokenCache, 'this.remove(changed);'],
  'TokenCache.connected: listening': [tokenCache, 'this.listening = true;'],
  'TokenCache.connected: remove': [tokenCache, "= true;\n        this.remove('all');", '= true;'],
  'TokenCache.disconnected: listening': [tokenCache, 'this.listening = false;\n'],
  'TokenCache.disconnected: remove': [tokenCache, "= false;\n        this.remove('all');", '= false;'],
  'LISTEN table_change': [tableVersions, 'listener.on(TABLE_CHANGE', "listener.on('none'"],
  'TableVersions.notified': [tableVersions, 'if (known) this.countChange(known);'],
  'TableVersions.connected: listening': [tableVersions, 'this.listening = true;'],
  'TableVersions.connected: count': [tableVersions, 'for (const table of notifyingTables) this.countChange(table);'],
  'TableVersions.disconnected': [tableVersions, 'this.listening = false;'],
  'AreaTable.onChange: categories': [areaRefresh, "['areas', 'categories', 'subcategories']", "['areas']"],
  'LISTEN place_change': [relay, 'listener.on(PLACE_CHANGE', "listener.on('none'"],
  'IndexSyncWorker.notified': [relay, 'notified: notify', 'notified: () => undefined'],
  'IndexSyncWorker.connected': [relay, ', connected: notify'],
};

export const removals = Object.entries(texts).map(([name, [file, text, replacement = '']]): Removal => ({
  name,
  file,
  text,
  replacement,
}));
