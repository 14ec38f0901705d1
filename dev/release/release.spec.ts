import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versionFiles, cutRelease, releaseNotes } from './release.js';

const repository = join(__dirname, '../..');
const manifest = (name: string) =>
  JSON.parse(readFileSync(join(repository, name), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
const changelog = `# Changelog

## [Unreleased]

- A page ([how](docs/a.md#b), [why](https://example.org)).

## [0.1.0]

The first version.
`;

describe('a release', () => {
  let folder: string;
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
    for (const [name] of versionFiles) cpSync(join(repository, name), join(folder, name));
    write('CHANGELOG.md', changelog);
    write('package.json', '{"version": "0.2.0"}');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('has one version in the whole repository', () => {
    const { version, devDependencies } = manifest('package.json');
    const stale = versionFiles.filter(([name, pattern]) => pattern.exec(read(name))?.groups?.version !== version);
    expect(stale).toEqual([]);
    // The client is tested with the packages of the repository.
    expect(devDependencies).toMatchObject(manifest('packages/client/package.json').dependencies);
  });

  it('gives the version of package.json to all files, and what was not released the version and the date', () => {
    cutRelease(folder, '2026-11-29');
    expect(read('CHANGELOG.md')).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-11-29\n\n- A page');
    expect(read('Dockerfile')).toContain('ARG VERSION=0.2.0\n');
    expect(read('packages/client/package.json')).toContain('"version": "0.2.0",\n');
    expect(() => {
      cutRelease(folder, '2026-11-30');
    }).toThrow('CHANGELOG.md has nothing below "## [Unreleased]".');
  });

  it('has no version with a suffix, and writes nothing then', () => {
    write('package.json', '{"version": "1.0.0-rc.1"}');
    expect(() => {
      cutRelease(folder, '2026-11-29');
    }).toThrow('The version 1.0.0-rc.1 has a suffix');
    expect(read('CHANGELOG.md')).toBe(changelog);
  });

  it('has the notes of its tag, with links that work outside of the repository', () => {
    cutRelease(folder, '2026-11-29');
    const address = 'https://host/owner/name/blob/v0.2.0';
    expect(releaseNotes(folder, 'v0.2.0', address)).toBe(
      `- A page ([how](${address}/docs/a.md#b), [why](https://example.org)).`,
    );
  });

  it.each([
    ['v0.3.0', 'README.md', 'Version 0.2.0.', 'The tag v0.3.0 is not the version of package.json, 0.2.0.'],
    ['v0.2.0', 'README.md', 'Version 0.1.0.', 'README.md has not the version 0.2.0.'],
    ['v0.2.0', 'CHANGELOG.md', changelog, 'CHANGELOG.md has no notes of 0.2.0.'],
  ])('is rejected if something has another version: %s, %s', (tag, file, text, message) => {
    cutRelease(folder, '2026-11-29');
    write(file, text);
    expect(() => releaseNotes(folder, tag, '')).toThrow(message);
  });
});
