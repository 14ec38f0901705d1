import { readFileSync } from 'node:fs';

/** A step of a recipe. */
export type Step =
  | { kind: 'file'; path: string; text: string }
  | { kind: 'change'; path: string; patch: string }
  | { kind: 'run'; command: string };

const block = /(?:^New file `([^`\n]+)`:\n\n)?^```(\w+)\n(.*?)^```$/gms;

/** The steps of a recipe, in order. */
export function stepsOf(document: string): Step[] {
  return [...readFileSync(document, 'utf8').matchAll(block)].flatMap(([, path, language, text = '']): Step[] => {
    if (path !== undefined) return [{ kind: 'file', path, text }];
    if (language === 'diff') {
      // A patch of each file.
      return text.split(/^(?=--- a\/)/m).map((patch) => {
        const changed = /^\+\+\+ b\/(.*)$/m.exec(patch)?.[1] ?? '';
        return { kind: 'change', path: changed, patch };
      });
    }
    if (language !== 'sh') throw new Error(`${document}: blocks of ${language ?? ''} are not supported`);
    return text
      .trimEnd()
      .split('\n')
      .map((command) => ({ kind: 'run', command }));
  });
}
