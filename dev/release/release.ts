import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../services/start-failure.js';

/** The files that repeat the version of package.json, and where. */
export const versionFiles: readonly (readonly [file: string, pattern: RegExp])[] = [
  ['packages/client/package.json', /(?<=^ {2}"version": ")(?<version>[^"]+)/m],
  ['Dockerfile', /(?<=^ARG VERSION=)(?<version>.+)/m],
  ['k8s/overlays/production/kustomization.yaml', /(?<=^ {4}newTag: )(?<version>.+)/m],
  ['README.md', /(?<=^Version )(?<version>\d+\.\d+\.\d+)/m],
  ['test/golden/openapi.json', /(?<=^ {4}"version": ")(?<version>[^"]+)/m],
];

const UNRELEASED = '## [Unreleased]\n';

/** Writes the version of package.json to all other files, and cuts the changelog. @param date such as 2026-11-29 */
export function cutRelease(root: string, date: string): void {
  const version = versionOf(root);
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new StartFailure(
      `The version ${version} has a suffix: a release has three numbers. Run "git checkout package.json package-lock.json", then "npm version" again.`,
    );
  const changelog = read(root, 'CHANGELOG.md');
  if (sectionOf(changelog, 'Unreleased') === '')
    throw new StartFailure('CHANGELOG.md has nothing below "## [Unreleased]".');
  writeFileSync(
    join(root, 'CHANGELOG.md'),
    changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${date}\n`),
  );
  for (const [file, pattern] of versionFiles)
    writeFileSync(join(root, file), read(root, file).replace(pattern, version));
}

/**
 * Checks that everything has the version of a tag.
 *
 * @param address of the files at that tag, for relative links
 * @returns the notes of the version, in Markdown
 */
export function releaseNotes(root: string, tag: string, address: string): string {
  const version = versionOf(root);
  if (tag !== `v${version}`) throw new StartFailure(`The tag ${tag} is not the version of package.json, ${version}.`);
  const stale = versionFiles.find(([file, pattern]) => pattern.exec(read(root, file))?.groups?.version !== version);
  if (stale) throw new StartFailure(`${stale[0]} has not the version ${version}.`);
  const section = sectionOf(read(root, 'CHANGELOG.md'), version);
  if (section === '') throw new StartFailure(`CHANGELOG.md has no notes of ${version}.`);
  return section.replace(/\]\((?!https?:)/g, `](${address}/`);
}

function sectionOf(changelog: string, name: string): string {
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`[${name}]`)) ?? '';
  return section.replace(/^.*/, '').trim();
}

function versionOf(root: string): string {
  return (JSON.parse(read(root, 'package.json')) as { version: string }).version;
}

function read(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
