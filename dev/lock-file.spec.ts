import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly optionalDependencies?: Record<string, string>;
}

describe('package-lock.json', () => {
  // `npm install` drops builds for other platforms that a registry lacks. `npm ci` fails then.
  it('names every optional dependency for all platforms', () => {
    const lock = JSON.parse(readFileSync(join(__dirname, '../package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>;
    };
    const optional = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => [path, name] as const),
    );
    expect(optional.length).toBeGreaterThan(100);
    expect(optional.filter(([path, name]) => !isLocked(lock.packages, path, name))).toEqual([]);
  });
});

/** Follows Node's resolution: the package's own node_modules, then those of its parents. */
function isLocked(packages: Record<string, Locked>, from: string, name: string): boolean {
  if (`${from ? `${from}/` : ''}node_modules/${name}` in packages) return true;
  return from !== '' && isLocked(packages, from.includes('/node_modules/') ? parentOf(from) : '', name);
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/node_modules/'));
}
