/** The values of a series by the minute; undefined while it is absent. */
type Values = (minute: number) => number | undefined;

/** A fault: the series that it changes, and the alerts that fire in it. */
interface FaultCase {
  readonly fault: string;
  readonly series: Readonly<Record<string, Values>>;
  readonly alerts: readonly string[];
}

/** The fault lasts for longer than any alert waits. */
export const faultMinutes = { from: 60, to: 150, end: 540 };

const isFaulty = (minute: number): boolean => minute >= faultMinutes.from && minute < faultMinutes.to;

/** One value usually, another one during the fault. */
const gauge =
  (usual: number | undefined, faulty: number | undefined): Values =>
  (minute) =>
    isFaulty(minute) ? faulty : usual;

/** Grows by `usual` each minute, and by `faulty` during the fault. */
const counter =
  (usual: number, faulty = usual): Values =>
  (minute) => {
    const faults = Math.min(Math.max(minute - faultMinutes.from, 0), faultMinutes.to - faultMinutes.from);
    return usual * minute + (faulty - usual) * faults;
  };

const label = (name: string, labels = ''): string => `${name}{job="place-directory"${labels && `,${labels}`}}`;
const requests = (status: string): string =>
  label('http_request_duration_seconds_count', `pod="a",route="/v2/places",status="${status}"`);
const bucket = (le: string): string =>
  label('http_request_duration_seconds_bucket', `pod="a",route="/v2/places",status="200",le="${le}"`);
const ofA = (name: string): string => label(name, 'pod="a"');
const ofB = (name: string): string => label(name, 'pod="b"');
const postgresql = (pod: string): string => label('dependency_up', `pod="${pod}",dependency="postgresql"`);

const volume = (measure: string): string =>
  `kubelet_volume_stats_${measure}_bytes{namespace="place-directory",persistentvolumeclaim="elasticsearch-data-places-es-default-0"}`;
const job = (namespace: string, condition: string): string =>
  `kube_job_failed{namespace="${namespace}",job_name="reindex-1",condition="${condition}"}`;
const cluster = (name: string, labels = ''): string => `${name}{namespace="place-directory"${labels && `,${labels}`}}`;
const replicas = (measure: string): string => cluster(`kube_deployment_${measure}`, 'deployment="place-directory"');
const verified = cluster('kube_cronjob_status_last_successful_time', 'cronjob="verify"');
const verifyCreated = cluster('kube_cronjob_created', 'cronjob="verify"');
const publicCertificate =
  'certmanager_certificate_expiration_timestamp_seconds{exported_namespace="place-directory",namespace="cert-manager",name="place-directory-tls"}';
const backup = cluster('barman_cloud_cloudnative_pg_io_last_available_backup_timestamp', 'pod="places-db-1"');
const archived = (pod: string): string => cluster('cnpg_pg_stat_archiver_last_archived_time', `pod="${pod}"`);
const notArchived = (pod: string): string => cluster('cnpg_pg_stat_archiver_last_failed_time', `pod="${pod}"`);
const inRecovery = (pod: string): string => cluster('cnpg_pg_replication_in_recovery', `pod="${pod}"`);
const attempts = (route: string, status: string): string =>
  label('http_request_duration_seconds_count', `pod="a",method="POST",route="${route}",status="${status}"`);
const days = (count: number): number => count * 86_400;
/** The time of an event that is always some seconds ago. Time begins at 0. */
const ago =
  (usual: number, faulty = usual): Values =>
  (minute) =>
    minute * 60 - (isFaulty(minute) ? faulty : usual);

/** Two healthy replicas, and 600 requests a minute. */
export const healthy: Readonly<Record<string, Values>> = {
  [ofA('http_requests_in_flight')]: () => 1,
  [ofB('http_requests_in_flight')]: () => 1,
  [postgresql('a')]: () => 1,
  [postgresql('b')]: () => 1,
  [requests('200')]: counter(600),
  [requests('503')]: counter(0.1),
  [bucket('0.1')]: counter(560),
  [bucket('0.5')]: counter(599),
  [bucket('1')]: counter(600),
  [bucket('+Inf')]: counter(600),
  [ofA('http_requests_shed_total')]: counter(0),
  [ofA('http_connections_closed_total')]: counter(2),
  [ofA('search_circuit_open')]: () => 0,
  [ofA('search_shed_total')]: counter(0),
  [ofA('index_lag_seconds')]: () => 1,
  [ofA('index_dead_letters')]: () => 0,
  [label('index_info', 'pod="a",current="true"')]: () => 1,
  [ofA('database_pool_waiting')]: () => 0,
  [ofA('token_cache_listening')]: () => 1,
  [ofB('token_cache_listening')]: () => 1,
  [ofA('nodejs_eventloop_lag_p99_seconds')]: () => 0.02,
  [publicCertificate]: () => days(60),
  [attempts('/v2/oauth/token', '401')]: counter(2),
  [attempts('/v2/oauth/authorize', '403')]: counter(2),
  [replicas('spec_replicas')]: () => 2,
  [replicas('status_replicas_available')]: () => 2,
  [verified]: ago(days(6)),
  [verifyCreated]: ago(days(300)),
  [backup]: ago(days(1)),
  [archived('places-db-1')]: ago(300),
  [notArchived('places-db-1')]: () => -1,
  [inRecovery('places-db-1')]: () => 0,
  // A former primary.
  [archived('places-db-2')]: () => 100,
  [notArchived('places-db-2')]: () => 200,
  [inRecovery('places-db-2')]: () => 1,
  [job('place-directory', 'true')]: () => 0,
  [job('place-directory', 'false')]: () => 1,
  [job('another', 'true')]: () => 1,
  [volume('available')]: () => 60e9,
  [volume('capacity')]: () => 100e9,
};

export const faultCases: readonly FaultCase[] = [
  { fault: 'none', series: {}, alerts: [] },
  {
    fault: 'no replica is scraped',
    series: Object.fromEntries(
      Object.entries(healthy)
        .filter(([name]) => name.includes('job="place-directory"'))
        .map(([name, values]) => [name, (minute: number) => (isFaulty(minute) ? undefined : values(minute))]),
    ),
    alerts: ['PlaceDirectoryDown'],
  },
  {
    fault: 'one of two replicas is not scraped',
    series: { [ofB('http_requests_in_flight')]: gauge(1, undefined), [postgresql('b')]: gauge(1, undefined) },
    alerts: [],
  },
  {
    fault: 'PostgreSQL is down',
    series: { [postgresql('a')]: gauge(1, 0), [postgresql('b')]: gauge(1, 0) },
    alerts: ['PlaceDirectoryPostgresqlDown'],
  },
  { fault: 'one replica does not reach PostgreSQL', series: { [postgresql('b')]: gauge(1, 0) }, alerts: [] },
  {
    fault: '3 % of the requests fail',
    series: { [requests('503')]: counter(0.1, 18) },
    alerts: ['PlaceDirectoryErrorBudgetFast', 'PlaceDirectoryErrorBudgetSlow'],
  },
  {
    fault: '1.3 % of the requests fail',
    series: { [requests('503')]: counter(0.1, 8) },
    alerts: ['PlaceDirectoryErrorBudgetSlow'],
  },
  { fault: '0.3 % of the requests fail', series: { [requests('503')]: counter(0.1, 2) }, alerts: [] },
  {
    fault: 'a quarter of the requests takes more than 0.5 s',
    series: { [bucket('0.1')]: counter(560, 450), [bucket('0.5')]: counter(599, 450) },
    alerts: ['PlaceDirectoryLatencyBudgetFast', 'PlaceDirectoryLatencyBudgetSlow'],
  },
  {
    fault: '12 % of the requests take more than a second',
    series: {
      [bucket('0.1')]: counter(560, 528),
      [bucket('0.5')]: counter(599, 528),
      [bucket('1')]: counter(600, 528),
      [bucket('2.5')]: counter(600),
    },
    alerts: ['PlaceDirectoryLatencyBudgetSlow', 'PlaceDirectorySlow'],
  },
  {
    fault: 'requests are shed',
    series: { [ofA('http_requests_shed_total')]: counter(0, 1) },
    alerts: ['PlaceDirectoryOverloaded'],
  },
  {
    fault: 'connections are closed at the limit',
    series: { [ofA('http_connections_closed_total')]: counter(2, 120) },
    alerts: ['PlaceDirectoryConnectionsClosed'],
  },
  {
    fault: 'Elasticsearch fails',
    series: { [ofA('search_circuit_open')]: gauge(0, 1) },
    alerts: ['PlaceDirectorySearchUnavailable'],
  },
  {
    fault: 'searches are shed',
    series: { [ofA('search_shed_total')]: counter(0, 1) },
    alerts: ['PlaceDirectorySearchOverloaded'],
  },
  {
    fault: 'changes are not indexed',
    series: { [ofA('index_lag_seconds')]: gauge(1, 120) },
    alerts: ['PlaceDirectoryIndexBehind'],
  },
  {
    fault: 'Elasticsearch rejects a place',
    series: { [ofA('index_dead_letters')]: gauge(0, 1) },
    alerts: ['PlaceDirectoryDeadLetters'],
  },
  {
    fault: 'the index has another mapping',
    series: {
      [label('index_info', 'pod="a",current="true"')]: gauge(1, undefined),
      [label('index_info', 'pod="a",current="false"')]: gauge(undefined, 1),
    },
    alerts: ['PlaceDirectoryOldMapping'],
  },
  {
    fault: 'statements wait for a connection',
    series: { [ofA('database_pool_waiting')]: gauge(0, 3) },
    alerts: ['PlaceDirectoryPoolExhausted'],
  },
  {
    fault: 'a replica is not notified of revocations',
    series: { [ofB('token_cache_listening')]: gauge(1, 0) },
    alerts: ['PlaceDirectoryRevocationListenerDown'],
  },
  {
    fault: 'the event loop is blocked',
    series: { [ofA('nodejs_eventloop_lag_p99_seconds')]: gauge(0.02, 0.4) },
    alerts: ['PlaceDirectoryEventLoopBlocked'],
  },
  {
    fault: 'the public certificate expires in ten days',
    series: { [publicCertificate]: gauge(days(60), days(10)) },
    alerts: ['PlaceDirectoryPublicCertificate'],
  },
  {
    fault: 'somebody guesses passwords',
    series: { [attempts('/v2/oauth/authorize', '403')]: counter(2, 40) },
    alerts: ['PlaceDirectoryFailedSignIns'],
  },
  {
    fault: 'somebody guesses secrets',
    series: { [attempts('/v2/oauth/token', '401')]: counter(2, 40) },
    alerts: ['PlaceDirectoryFailedSignIns'],
  },
  {
    fault: 'ten people a minute mistype their passwords',
    series: { [attempts('/v2/oauth/authorize', '403')]: counter(2, 10) },
    alerts: [],
  },
  {
    fault: 'a replica cannot start',
    series: { [replicas('status_replicas_available')]: gauge(2, 1) },
    alerts: ['PlaceDirectoryReplicasMissing'],
  },
  {
    fault: 'the last good comparison of the index is ten days old',
    series: { [verified]: ago(days(6), days(10)) },
    alerts: ['PlaceDirectoryVerifyOld'],
  },
  {
    fault: 'no comparison has ever succeeded',
    series: { [verified]: () => undefined, [verifyCreated]: ago(days(1), days(10)) },
    alerts: ['PlaceDirectoryVerifyOld'],
  },
  {
    fault: 'the last backup is two days old',
    series: { [backup]: ago(days(1), days(2)) },
    alerts: ['PlaceDirectoryBackupOld'],
  },
  {
    fault: 'no backup is known',
    series: { [backup]: (minute) => (isFaulty(minute) ? undefined : minute * 60) },
    alerts: ['PlaceDirectoryBackupOld'],
  },
  {
    fault: 'the object store does not take changes',
    series: {
      [archived('places-db-1')]: gauge(0, 0),
      [notArchived('places-db-1')]: gauge(-1, 3600),
    },
    alerts: ['PlaceDirectoryWalArchiveFailing'],
  },
  {
    fault: 'a job has failed',
    series: { [job('place-directory', 'true')]: gauge(0, 1), [job('place-directory', 'false')]: gauge(1, 0) },
    alerts: ['PlaceDirectoryJobFailed'],
  },
  {
    fault: 'the disk of Elasticsearch is nearly full',
    series: { [volume('available')]: gauge(60e9, 15e9) },
    alerts: ['PlaceDirectoryDiskFull'],
  },
  {
    fault: 'the disk of Elasticsearch is full to 70 %',
    series: { [volume('available')]: gauge(60e9, 30e9) },
    alerts: [],
  },
];
