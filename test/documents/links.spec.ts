import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { documents, root, textOf } from './blocks.js';

/** A document without its code, where what looks like a link is none. */
function prose(document: string): string {
  return textOf(document)
    .replace(/^(`{3,})[^\n]*\n.*?^\1$/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));
}

/** @param path in the repository */
function exists(path: string): boolean {
  return existsSync(join(root, path));
}

/** The anchors of a document, as GitHub makes them of its headings. */
function anchorsOf(document: string): Set<string> {
  const headings = prose(document).matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function linksOf(document: string): string[] {
  return [...prose(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

describe('links in the documents', () => {
  it.each(documents())('lead somewhere: %s', (document) => {
    const dead = linksOf(document).filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? document : normalize(join(dirname(document), path));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !(target.endsWith('.md') && anchorsOf(target).has(anchor));
    });
    expect(dead).toEqual([]);
  });

  const filesIn = (document: string): string[] =>
    [...textOf(document).matchAll(/`([\w-][\w./-]*\/[\w.-]+\.(?:ts|sql|json|ya?ml|peggy|md|cjs|mjs))`/g)].map(
      ([, path = '']) => path,
    );

  it('are looked for in all of them', () => {
    expect(documents().flatMap(linksOf).length).toBeGreaterThan(200);
    expect(documents().flatMap(filesIn).length).toBeGreaterThan(100);
  });

  /** Recipes also name the files that they create; test/documents/recipes.spec.ts follows them. */
  it.each(documents().filter((document) => !document.startsWith('docs/recipes/')))(
    'name files that exist: %s',
    (document) => {
      expect(filesIn(document).filter((path) => !exists(path) && !exists(join('src', path)))).toEqual([]);
    },
  );

  it('lead to every document from README.md', () => {
    const reached = new Set<string>();
    const follow = (document: string): void => {
      if (reached.has(document)) return;
      reached.add(document);
      const targets = linksOf(document).map((link) => normalize(join(dirname(document), link.replace(/#.*/, ''))));
      for (const target of targets) {
        const path = join(root, target);
        if (target.endsWith('.md') && existsSync(path)) follow(target);
        else if (existsSync(path) && statSync(path).isDirectory()) {
          documents()
            .filter((each) => dirname(each) === normalize(target).replace(/\/$/, ''))
            .forEach(follow);
        }
      }
    };
    follow('README.md');
    expect(documents().filter((document) => !reached.has(document))).toEqual([]);
  });
});
