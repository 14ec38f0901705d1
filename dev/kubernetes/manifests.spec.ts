import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../../src/config/environment.js';
import { settingGroups } from '../../src/config/settings.js';

const folder = join(__dirname, '../../k8s');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const manifests = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .sort();

/** The privilege that Elasticsearch asks for each call (docs/operations/kubernetes.md#the-user-of-elasticsearch). */
const privilegesOfCalls: Readonly<Record<string, readonly string[]>> = {
  'nodes.info': ['cluster monitor'],
  'cluster.health': ['cluster monitor'],
  'cat.allocation': ['cluster monitor'],
  'security.hasPrivileges': [],
  ...Object.fromEntries(
    [
      ...['create', 'delete', 'exists', 'get', 'getAlias', 'getMapping'],
      ...['putSettings', 'refresh', 'stats', 'updateAliases'],
    ].map((name) => [`indices.${name}`, ['index manage']]),
  ),
  ...Object.fromEntries(
    ['search', 'msearch', 'mget', 'count', 'openPointInTime', 'closePointInTime'].map((name) => [name, ['index read']]),
  ),
  bulk: ['index write'],
  close: [],
};

describe('the manifests', () => {
  const base = [...read('base/kustomization.yaml').matchAll(/^ {6}- (\w+)=(.*)$/gm)];
  const production = [...read('overlays/production/addresses.yaml').matchAll(/- name: (\w+)\n +value: '?(.*?)'?\n/g)];
  const settings = Object.fromEntries([...base, ...production].map(([, name = '', value = '']) => [name, value]));

  it('have only settings that exist', () => {
    const known = settingGroups.flatMap((group) => Object.keys(group.settings));
    const ofNode = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];
    expect(Object.keys(settings).filter((name) => !known.includes(name) && !ofNode.includes(name))).toEqual([]);
  });

  it('have settings that production accepts, a port for metrics, and the proxies by number', () => {
    const environment = { ...settings, NODE_ENV: 'production', DATABASE_URL: 'postgres://host/database' };
    expect(readEnvironment(environment)).toMatchObject({ ADMIN_PORT: 9464, TRUST_PROXY: 1 });
    expect(settings.PUBLIC_URL).toMatch(/^https:/);
    const local = [...read('overlays/local/kustomization.yaml').matchAll(/^ {6}- (\w+)=(.*)$/gm)];
    const ofLocal = Object.fromEntries(local.map(([, name = '', value = '']) => [name, value]));
    expect(readEnvironment({ ...settings, ...ofLocal, NODE_ENV: 'production' })).toHaveProperty('PUBLIC_URL');
  });

  it.each(['addresses', 'command-addresses', 'migration-address'])(
    'check the certificate of PostgreSQL: %s',
    (name) => {
      const text = read(`overlays/production/${name}.yaml`);
      const [, url = ''] = /name: DATABASE_URL\n +value: (.*)/.exec(text) ?? [];
      const parameters = new URL(url.replace('$(OWNER_URI)', 'postgres://host/database')).searchParams;
      expect(Object.fromEntries(parameters)).toEqual({ sslmode: 'verify-full', sslrootcert: '/etc/postgresql/ca.crt' });
      expect(text).toContain('{ name: postgresql-ca, mountPath: /etc/postgresql, readOnly: true }');
      expect(text).toContain('secret: { secretName: places-db-ca, items: [{ key: ca.crt, path: ca.crt }] }');
      // Kubernetes replaces only variables that are defined before.
      const [, used = ''] = /\$\((\w+)\)/.exec(url) ?? [];
      expect(text.indexOf(`name: ${used}`)).toBeGreaterThan(0);
      expect(text.indexOf(`name: ${used}`)).toBeLessThan(text.indexOf('name: DATABASE_URL'));
    },
  );

  it('let only the migration be the owner of the tables, and nobody be the superuser of Elasticsearch', () => {
    const role = 'postgres://place_directory_service:$(POSTGRESQL_PASSWORD)@places-db-rw:5432/place_directory?';
    for (const name of ['addresses', 'command-addresses']) {
      const text = read(`overlays/production/${name}.yaml`);
      expect(text).toContain(role);
      expect(text).toContain('https://place_directory:$(ELASTIC_PASSWORD)@places-es-http:9200');
      expect(text).not.toMatch(/places-db-app|elastic-user/);
    }
    expect(read('overlays/production/migration-address.yaml')).toContain('{ name: places-db-app, key: uri }');
    const kustomization = read('overlays/production/kustomization.yaml');
    expect(kustomization).toMatch(/path: migration-address.yaml\n +target: { kind: Job, name: migrate }/);
    expect(kustomization).toMatch(/path: command-addresses.yaml\n +target: { kind: CronJob }/);
  });

  it('give the role of Elasticsearch the privileges of the calls in the source, and no others', () => {
    const source = readdirSync(join(folder, '../src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => readFileSync(join(folder, '../src', file), 'utf8'))
      .filter((text) => text.includes("from '@elastic/elasticsearch'"));
    const calls = source.flatMap((text) => [
      ...text.matchAll(/\bclient\s*\.((?:(?:indices|cluster|nodes|cat|security)\.)?\w+)\(/g),
    ]);
    const names = new Set(calls.map(([, name = '']) => name));
    expect([...names].filter((name) => !(name in privilegesOfCalls))).toEqual([]);
    const needed = [...names].flatMap((name) => privilegesOfCalls[name] ?? []);
    const privileges = (kind: string) =>
      needed.filter((each) => each.startsWith(kind)).map((each) => each.split(' ')[1]);
    const roles = read('overlays/production/elasticsearch.yaml');
    const listed = (name: string) => new RegExp(`${name}: \\[(.*)\\]`).exec(roles)?.[1]?.split(', ').sort();
    expect(listed('cluster')).toEqual([...new Set(privileges('cluster'))].sort());
    expect(listed('privileges')).toEqual([...new Set(privileges('index'))].sort());
    const { ELASTICSEARCH_INDEX: alias } = readEnvironment({ ...settings, DATABASE_URL: 'postgres://host/database' });
    expect(listed('names')).toEqual([`'${alias}-*'`, alias]);
  });

  it('let downloads reach no private address, and no metadata of the cloud', () => {
    const policies = manifests().filter((file) => read(file).includes('port: 443') && !file.includes('ingress'));
    expect(policies).toEqual(['components/commands/network-policy.yaml', 'components/editions/network-policy.yaml']);
    for (const file of policies) {
      const rules = read(file).split('egress:\n')[1] ?? '';
      expect([file, rules.match(/- ports:/g)]).toEqual([file, null]);
      const blocks = [...rules.matchAll(/cidr: '?([^ ]*?)'?\n +except:\s+\[([^\]]*)\]/g)];
      const denied = Object.fromEntries(
        blocks.map(([, cidr = '', list = '']) => [cidr, list.match(/[\da-f:.]+\/\d+/g)]),
      );
      expect(Object.keys(denied)).toEqual(['0.0.0.0/0', '::/0']);
      expect(denied['0.0.0.0/0']).toEqual(
        expect.arrayContaining(['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']),
      );
      expect(denied['::/0']).toEqual(['fc00::/7', 'fe80::/10']);
    }
  });

  it('answer under the host of PUBLIC_URL', () => {
    const ingress = read('components/ingress/ingress.yaml');
    const { host } = new URL(settings.PUBLIC_URL ?? '');
    expect(ingress).toContain(`- hosts: [${host}]`);
    expect(ingress).toContain(`- host: ${host}\n`);
    expect(read('overlays/production/kustomization.yaml')).toMatch(
      /name=PUBLIC_URL\].value\n +options: { delimiter: '\/', index: 2 }\n[^]*fieldPaths: \[spec.rules.\*.host, spec.tls.\*.hosts.\*\]/,
    );
    expect(read('base/network-policy.yaml')).toContain("place-directory/callers: 'true'");
    expect(ingress).toContain('router.middlewares: place-directory-buffer-bodies@kubernetescrd\n');
    expect(ingress).toMatch(/kind: Middleware\nmetadata:\n {2}name: buffer-bodies\n[^]*maxRequestBodyBytes: 1048576/);
  });

  it.each([
    ['base/deployment.yaml', 1],
    ['base/migration.yaml', 1],
    ['components/editions/cron-job.yaml', 2],
    ['components/commands/pod.yaml', 1],
    ['components/commands/cron-jobs.yaml', 1],
  ])('run no container that can write or has rights: %s', (file, containers) => {
    expect(read(file).match(/^ +image: /gm)).toHaveLength(containers);
    expect(
      read(file).match(
        /allowPrivilegeEscalation: false\n +readOnlyRootFilesystem: true\n +capabilities: { drop: \[ALL\] }\n/g,
      ),
    ).toHaveLength(containers);
  });

  it('give commands the addresses of the service', () => {
    const names = (file: string) => [...read(file).matchAll(/name: ([A-Z_]+)\n/g)].map(([, name]) => name);
    const ofService = names('overlays/production/addresses.yaml').filter(
      (name) => name !== 'TRUST_PROXY' && name !== 'PUBLIC_URL',
    );
    expect(ofService).toContain('DATABASE_URL');
    expect(names('overlays/production/command-addresses.yaml')).toEqual(ofService);
  });
});
