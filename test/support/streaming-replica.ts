import { appendFileSync, copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../dev/services/embedded-postgres.js';
import { type EmbeddedService } from '../../dev/services/running-service.js';

/** A PostgreSQL server and a replica that streams its log. */
export interface ReplicatedServers {
  primary: EmbeddedService;
  replica: EmbeddedService;
}

/**
 * Starts a primary and a streaming replica of it.
 *
 * @param programs the folder with PostgreSQL's programs. It has no `pg_basebackup`, so the files are copied during a backup
 */
export async function startReplicatedServers(
  programs: string,
  folder: string,
  abort: AbortSignal,
): Promise<ReplicatedServers> {
  const [primaryFolder, replicaFolder] = [join(folder, 'primary'), join(folder, 'replica')];
  for (const path of [primaryFolder, replicaFolder]) mkdirSync(path);
  const primary = await startEmbeddedPostgres(programs, primaryFolder, false, abort);
  try {
    await copyOnline(primary.url, primaryFolder, replicaFolder);
    return { primary, replica: await startEmbeddedPostgres(programs, replicaFolder, true, abort) };
  } catch (error) {
    await primary.stop();
    throw error;
  }
}

/** Makes a base backup (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). */
async function copyOnline(url: string, from: string, to: string): Promise<void> {
  copyFileSync(join(from, 'postgres.password'), join(to, 'postgres.password'));
  const [source, target] = [join(from, 'postgres'), join(to, 'postgres')];
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('replica', fast => true)");
    cpSync(source, target, { recursive: true, preserveTimestamps: true });
    rmSync(join(target, 'postmaster.pid'), { force: true });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  writeFileSync(join(target, 'standby.signal'), '');
  appendFileSync(join(target, 'postgresql.auto.conf'), `primary_conninfo = '${url}'\n`);
}
