import {
  type ClusterInspector,
  type ClusterReport,
  type IndexInspector,
  type IndexStatus,
} from '../../places/search-index/inspect.js';
import { AliasChangedError, AliasTakenError } from '../../places/elasticsearch/health.js';
import { type SyncLag, type SyncLagMeter } from '../../places/search-index/relay.js';
import { attempt, failed, type Finding, ok, warning } from './finding.js';
import { countOf } from '../visible-text.js';

/** The major version that the client of the service speaks. */
const supportedVersion = 9;

/** Elasticsearch stops allocating shards at 85 %, and rejects writes at 95 %. */
const disk = { warning: 85, failed: 95 };

const maxLagSeconds = 60;

/** Counting millions of changes, as after an import, would take longer than a check may. */
const countLimit = 100_000;

const correctFirst = 'Correct the failures above first.';

export function checkSearch(cluster: ClusterInspector, alias: string): Promise<Finding[]> {
  const remedy = 'Check ELASTICSEARCH_URL, its password and certificate, the network and whether Elasticsearch runs.';
  return attempt('elasticsearch', remedy, async () => {
    const report = await cluster.report(alias);
    return [checkVersion(report), checkHealth(report), ...report.nodes.map(checkDisk), checkPermissions(report)];
  });
}

/** Needs Elasticsearch only. */
export function checkIndex(index: IndexInspector, alias: string): Promise<Finding[]> {
  return attempt('mapping', correctFirst, async () => {
    try {
      return checkMapping(await index.describeLive(), alias);
    } catch (error) {
      if (error instanceof AliasChangedError) return failed('mapping', error.message, error.remedy);
      if (!(error instanceof AliasTakenError)) throw error;
      return failed('mapping', `${alias} (ELASTICSEARCH_INDEX) is an index, not an alias`, error.remedy);
    }
  });
}

/** Needs PostgreSQL only. */
export function checkSync(meter: SyncLagMeter): Promise<Finding[]> {
  return attempt('queue', correctFirst, async () => {
    const lag = await meter.measure(countLimit);
    return [checkQueue(lag), checkDeadLetters(lag)];
  });
}

function checkVersion({ version }: ClusterReport): Finding {
  if (Number.parseInt(version) === supportedVersion) return ok('elasticsearch', `version ${version}`);
  return failed('elasticsearch', `version ${version}`, `The service needs Elasticsearch ${supportedVersion}.`);
}

function checkHealth({ health, nodes }: ClusterReport): Finding {
  const detail = `${health}, ${countOf(nodes.length, 'node')} with data`;
  if (health === 'green') return ok('cluster', detail);
  if (health === 'red')
    return failed('cluster', detail, 'Shards are missing: bring the missing nodes back, or reindex.');
  return warning('cluster', detail, 'Copies are missing: add nodes, or lower ELASTICSEARCH_REPLICAS.');
}

function checkDisk({ name, diskUsedPercent: used }: ClusterReport['nodes'][number]): Finding {
  const check = `disk of ${name}`;
  if (used === undefined) return ok(check, 'unknown');
  if (used < disk.warning) return ok(check, `${used} % used`);
  const remedy = `Enlarge it: from ${disk.failed} % on Elasticsearch rejects changes.`;
  return used < disk.failed ? warning(check, `${used} % used`, remedy) : failed(check, `${used} % used`, remedy);
}

function checkPermissions({ mayManage }: ClusterReport): Finding {
  const check = 'elasticsearch permissions';
  if (mayManage === undefined) return ok(check, 'security is off');
  if (mayManage) return ok(check, 'indices can be managed');
  return failed(
    check,
    'indices cannot be managed',
    'Give the account the cluster privilege monitor, and manage, read and write on the indices of the service.',
  );
}

function checkMapping(live: IndexStatus['live'], alias: string): Finding {
  if (!live) return warning('mapping', `no index behind ${alias} yet`, 'Start the service, or run reindex.');
  if (live.isCurrent) return ok('mapping', `${live.name} has the mapping of this version`);
  return warning('mapping', `${live.name} has the mapping of another version`, 'Run reindex.');
}

function checkQueue({ pendingChanges, seconds }: SyncLag): Finding {
  const detail = `${counted(pendingChanges)} changes wait, the oldest for ${seconds.toFixed(0)} s`;
  if (seconds <= maxLagSeconds) return ok('queue', detail);
  return warning(
    'queue',
    detail,
    'Normal during an import. Else see whether the service runs, or run index repair: it indexes them, then compares all places.',
  );
}

function checkDeadLetters({ deadLetters }: SyncLag): Finding {
  if (deadLetters === 0) return ok('dead letters', 'none');
  return warning('dead letters', `${counted(deadLetters)} rejected places`, 'Run index status.');
}

function counted(count: number): string {
  return `${count.toLocaleString('en')}${count < countLimit ? '' : ' or more'}`;
}
