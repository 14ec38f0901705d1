import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from '../run-program.js';

const root = join(__dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

interface Locked {
  readonly packages: Record<string, { version?: string }>;
}

describe('npm run generate:notices', () => {
  it('has a licence for every production package', async () => {
    const { status, output, messages } = await finished(
      spawn('npm', ['run', '--silent', 'generate:notices'], { cwd: root }),
    );
    expect([status, output + messages]).toEqual([0, expect.not.stringContaining('Unable to determine')]);
    const notices = read('THIRD-PARTY-NOTICES.txt');
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const { packages } = JSON.parse(read('package-lock.json')) as Locked;
    const names = Object.keys(dependencies).map((name) => `${name}@${packages[`node_modules/${name}`]?.version ?? ''}`);
    expect(names.filter((name) => !notices.includes(` - ${name}\n`))).toEqual([]);
    // Only made from, and no dependency at run time.
    expect(notices).toMatch(/made from GeoNames[^]*licenses\/by\/4\.0\/[^]*licenses\/by\/3\.0\//);
    expect(notices).toContain('ISC License\n\nCopyright (c) iD Contributors');
    expect(notices).toMatch(/made from cldr-core\.\s+UNICODE LICENSE V3\s+COPYRIGHT AND PERMISSION NOTICE/);
  });
});
