import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../../src/config/environment.js';
import { settingGroups } from '../../src/config/settings.js';

const folder = join(__dirname, '../../k8s');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

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

  it.each(['addresses', 'edition-addresses'])('check the certificate of PostgreSQL: %s', (name) => {
    const text = read(`overlays/production/${name}.yaml`);
    const [, url = ''] = /name: DATABASE_URL\n +value: \$\(DATABASE_URI\)(.*)/.exec(text) ?? [];
    const parameters = Object.fromEntries(new URL(`postgres://host/database${url}`).searchParams);
    expect(parameters).toEqual({ sslmode: 'verify-full', sslrootcert: '/etc/postgresql/ca.crt' });
    expect(text).toContain('{ name: postgresql-ca, mountPath: /etc/postgresql, readOnly: true }');
    expect(text).toContain('secret: { secretName: places-db-ca, items: [{ key: ca.crt, path: ca.crt }] }');
    // Kubernetes replaces only variables that are defined before.
    expect(text.indexOf('name: DATABASE_URI')).toBeLessThan(text.indexOf('name: DATABASE_URL'));
  });

  it.each([
    ['base/deployment.yaml', 1],
    ['base/migration.yaml', 1],
    ['components/editions/cron-job.yaml', 2],
  ])('run no container that can write or has rights: %s', (file, containers) => {
    expect(read(file).match(/^ +image: /gm)).toHaveLength(containers);
    expect(
      read(file).match(
        /allowPrivilegeEscalation: false\n +readOnlyRootFilesystem: true\n +capabilities: { drop: \[ALL\] }\n/g,
      ),
    ).toHaveLength(containers);
  });

  it('give the commands that load an edition the addresses of the service', () => {
    const names = (file: string) => [...read(file).matchAll(/name: ([A-Z_]+)\n/g)].map(([, name]) => name);
    const ofService = names('overlays/production/addresses.yaml').filter(
      (name) => name !== 'TRUST_PROXY' && name !== 'PUBLIC_URL',
    );
    expect(names('overlays/production/edition-addresses.yaml')).toEqual(ofService);
  });
});
