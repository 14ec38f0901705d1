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
  });

  it.each(['base/deployment.yaml', 'base/migration.yaml'])(
    'run no container that can write or has rights: %s',
    (file) => {
      expect(read(file).match(/^ {8,10}image: /gm)).toHaveLength(1);
      expect(read(file)).toMatch(
        /allowPrivilegeEscalation: false\n +readOnlyRootFilesystem: true\n +capabilities: { drop: \[ALL\] }\n/,
      );
    },
  );
});
