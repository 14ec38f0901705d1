import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const readText = (name: string) => readFileSync(join(__dirname, '../..', name), 'utf8');
const read = (name: string): unknown => JSON.parse(readText(name));

interface Rule {
  readonly description?: string;
  readonly matchDatasources?: readonly string[];
  readonly matchPackageNames?: readonly string[];
  readonly pinDigests?: boolean;
}

interface Manager {
  readonly managerFilePatterns: readonly string[];
  readonly matchStrings: readonly string[];
}

describe('renovate.json', () => {
  const { packageRules, kubernetes, customManagers } = read('renovate.json') as {
    packageRules: readonly Rule[];
    kubernetes: Pick<Manager, 'managerFilePatterns'>;
    customManagers: readonly Manager[];
  };
  const { dependencies, devDependencies } = read('package.json') as Record<string, Record<string, string>>;

  it('holds back only packages that there are, and says why', () => {
    const npm = packageRules.filter(({ matchDatasources }) => matchDatasources === undefined);
    const names = npm.flatMap(({ matchPackageNames = [] }) => matchPackageNames);
    expect(names.filter((name) => !(name in { ...dependencies, ...devDependencies }))).toEqual([]);
    expect(packageRules.filter(({ description }) => description === undefined)).toEqual([]);
  });

  it('finds the actions of workflows by commit, because a tag may be moved', () => {
    const folder = '.github/workflows';
    const files = readdirSync(join(__dirname, '../..', folder)).map((name) => readText(`${folder}/${name}`));
    const actions = files.flatMap((text) => [...text.matchAll(/\buses: (.*)$/gm)].map(([, action = '']) => action));
    expect(actions.length).toBeGreaterThan(8);
    expect(actions.filter((action) => !/^\.\/|@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  it('proposes digests of the images of Kubernetes, those of operators included', () => {
    expect(packageRules).toContainEqual(expect.objectContaining({ matchDatasources: ['docker'], pinDigests: true }));
    const files = [
      ['overlays/local/postgresql', /^ +image: (postgres):/m, 'postgres'],
      ['components/commands/cron-jobs', /^ +image: (curlimages\/curl):/m, 'curlimages/curl'],
      ['overlays/production/postgresql', 0, 'ghcr.io/cloudnative-pg/postgresql'],
      ['overlays/production/elasticsearch', 1, '9.5.3'],
    ] as const;
    const matches = ({ managerFilePatterns }: Pick<Manager, 'managerFilePatterns'>, file: string) =>
      managerFilePatterns.some((pattern) => new RegExp(pattern.slice(1, -1)).test(file));
    for (const [name, by, expected] of files) {
      const file = `k8s/${name}.yaml`;
      const manager = typeof by === 'number' ? customManagers[by] : { ...kubernetes, matchStrings: [by.source] };
      expect(manager && matches(manager, file)).toBe(true);
      const [, ...found] = new RegExp(manager?.matchStrings[0] ?? '', 'm').exec(readText(file)) ?? [];
      expect(found).toContain(expected);
    }
  });
});
