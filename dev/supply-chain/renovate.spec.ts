import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string): unknown => JSON.parse(readFileSync(join(__dirname, '../..', name), 'utf8'));

interface Rule {
  readonly description?: string;
  readonly matchDatasources?: readonly string[];
  readonly matchPackageNames: readonly string[];
}

describe('renovate.json', () => {
  const { packageRules, constraints } = read('renovate.json') as {
    packageRules: readonly Rule[];
    constraints: { node: string };
  };
  const { dependencies, devDependencies, engines } = read('package.json') as Record<string, Record<string, string>>;

  it('holds back only packages that there are, and says why', () => {
    const npm = packageRules.filter(({ matchDatasources }) => matchDatasources === undefined);
    const names = npm.flatMap(({ matchPackageNames }) => matchPackageNames);
    expect(names.filter((name) => !(name in { ...dependencies, ...devDependencies }))).toEqual([]);
    expect(packageRules.filter(({ description }) => description === undefined)).toEqual([]);
  });

  it('updates to packages for the oldest supported Node', () => {
    expect(engines?.node).toMatch(new RegExp(`^\\^${constraints.node.replaceAll('.', '\\.')} `));
  });
});
