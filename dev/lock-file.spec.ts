import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly optionalDependencies?: Record<string, string>;
}

describe('package-lock.json', () => {
  // A registry that lacks the builds for other platforms drops them at `npm install`, and then `npm ci` refuses.
  it('names every optional dependency, for whatever platform', () => {
    const lock = JSON.parse(readFileSync(join(__dirname, '../package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>;
    };
    const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(lock.packages, path, name)),
    );
    expect(missing).toEqual([]);
  });
});

/** Looks where Node would: in the package's own node_modules, then in those of the packages around it. */
function isLocked(packages: Record<string, Locked>, from: string, name: string): boolean {
  if (`${from ? `${from}/` : ''}node_modules/${name}` in packages) return true;
  return from !== '' && isLocked(packages, from.includes('/node_modules/') ? around(from) : '', name);
}

function around(path: string): string {
  return path.slice(0, path.lastIndexOf('/node_modules/'));
}
