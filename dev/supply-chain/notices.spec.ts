import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from '../run-program.js';

const root = join(__dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/** An optional peer of i18next, which the Dockerfile removes. */
const removed = 'node_modules/typescript';

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };

/** The packages that the image has on every platform, as their licences name them. */
function productionPackages(): string[] {
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && path !== removed && dev !== true && optional !== true)
    .map(([path, { version = '' }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${version}`);
}

describe('npm run generate -- notices', () => {
  it('has a licence for every production package, and for those in the page /explore', async () => {
    const { status, output, messages } = await finished(
      spawn('npm', ['run', '--silent', 'generate', '--', 'notices'], { cwd: root }),
    );
    expect([status, output + messages]).toEqual([0, '']);
    const notices = read('THIRD-PARTY-NOTICES.txt');
    const headings = new Set(
      [...notices.matchAll(/^(@?[\w./-]+ \d[\w.-]*)(?: \(.*\))?$/gm)].map(([, heading]) => heading),
    );
    const shipped = productionPackages();
    expect(shipped.length).toBeGreaterThan(250);
    shipped.push(`maplibre-gl ${packages['node_modules/maplibre-gl']?.version ?? ''}`);
    expect(shipped.filter((heading) => !headings.has(heading))).toEqual([]);
    // A text that only the description has, one in a folder, and a notice beside a licence.
    expect(notices).toContain('Copyright (c) 2014 Brian M. Carlson');
    expect(notices).toMatch(
      /^opening_hours .*\n\n.*GNU AFFERO GENERAL PUBLIC LICENSE[^]*GNU LESSER GENERAL PUBLIC LICENSE/m,
    );
    expect(notices).toContain('Elasticsearch JavaScript Client');
    // Packages with the same text share it.
    expect(notices.match(/^\s*Apache License$/gim)?.length).toBeLessThan(headings.size / 10);
    // Only made from, and no dependency at run time.
    expect(notices).toMatch(/made from GeoNames[^]*licenses\/by\/4\.0\/[^]*licenses\/by\/3\.0\//);
    expect(notices).toContain('ISC License\n\nCopyright (c) iD Contributors');
    expect(notices).toMatch(/made from cldr-core\.\s+UNICODE LICENSE V3\s+COPYRIGHT AND PERMISSION NOTICE/);
  });
});
