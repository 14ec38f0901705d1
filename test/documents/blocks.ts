import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of a document. */
export interface Block {
  language: string;
  text: string;
  /** The line that its text begins in. */
  line: number;
  /** The block that says what this one prints: the next one, where that is `json` or `text`. */
  output?: Block;
}

export const root = join(__dirname, '../..');

/** All documents, by their paths in the repository. */
export function documents(): string[] {
  const below = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name));
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'packages/client/README.md', ...below('docs')].sort();
}

export function textOf(document: string): string {
  return readFileSync(join(root, document), 'utf8');
}

/** The fenced blocks of a document, in their order. */
export function blocksOf(document: string): Block[] {
  const lines = textOf(document).split('\n');
  const blocks: Block[] = [];
  let open: { fence: string; block: Block } | undefined;
  for (const [at, line] of lines.entries()) {
    const [, fence = '', language = ''] = /^(`{3,})(\w*)\s*$/.exec(line) ?? [];
    if (open === undefined && fence !== '') open = { fence, block: { language, text: '', line: at + 2 } };
    else if (open?.fence === fence && language === '') {
      blocks.push(open.block);
      open = undefined;
    } else if (open) open.block.text += `${line}\n`;
  }
  return withOutputs(blocks);
}

const runnable = /^(sh|js|python)$/;

function withOutputs(blocks: Block[]): Block[] {
  return blocks.map((block, at) => {
    const next = blocks[at + 1];
    const isOutput = runnable.test(block.language) && next !== undefined && /^(json|text)$/.test(next.language);
    return isOutput ? { ...block, output: next } : block;
  });
}
