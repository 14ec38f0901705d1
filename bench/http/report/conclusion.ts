import { type GroupResult } from '../bench.js';
import { markdownChecks } from './markdown.js';

/** What was asked and what was seen, for the terminal. */
export function conclusion(results: readonly GroupResult[]): string {
  return `\n${markdownChecks(results)}\n`;
}
