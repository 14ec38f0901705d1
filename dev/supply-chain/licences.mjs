// The licence texts of packages.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Packages without a licence text, and the file in licences/ that has it. */
const otherTexts = { '@protomaps/basemaps': 'protomaps.txt', pmtiles: 'protomaps.txt' };

/**
 * The licences of the packages in these folders. Packages with the same text share it.
 * @param withoutText returns what stands for the text of a package that brings none, from its package.json
 */
export function licences(folders, withoutText) {
  const headings = new Map();
  for (const folder of folders) {
    const description = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { name, version, license } = description;
    const text = (textOf(name, folder) ?? withoutText(description)).trim();
    const heading = `${name} ${version}${license === undefined ? '' : ` (${license})`}`;
    headings.set(text, (headings.get(text) ?? new Set()).add(heading));
  }
  return [...headings]
    .map(([text, packages]) => `${[...packages].join('\n')}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** The texts in the files of licences and notices, or in the last section of the description. */
function textOf(name, folder) {
  if (name in otherTexts) return readFileSync(join(import.meta.dirname, 'licences', otherTexts[name]), 'utf8');
  const entries = readdirSync(folder);
  const texts = entries.filter((entry) => /^((un)?licen[cs]e|copying|notice|copyright)/i.test(entry));
  if (texts.length > 0) return texts.flatMap((entry) => filesAt(join(folder, entry))).join('\n\n');
  const description = entries.find((entry) => /^readme/i.test(entry));
  return description && readFileSync(join(folder, description), 'utf8').split(/^#+ licen[cs]e.*$/im)[1];
}

/** The text of a file, or of all files in a folder, as that of the REUSE specification. */
function filesAt(path) {
  if (statSync(path).isFile()) return [readFileSync(path, 'utf8').trim()];
  return readdirSync(path).flatMap((entry) => filesAt(join(path, entry)));
}
