import { problemCatalogue } from '../../src/api-docs/problems/problem-catalogue.js';
import { type ProblemCode, problems } from '../../src/http/problems/problems.js';
import { markdownTable } from '../markdown-table.js';

/** Every problem that the service answers with. */
export function problemTable(): string {
  const rows = (Object.keys(problems) as ProblemCode[])
    .sort((a, b) => problems[a].status - problems[b].status)
    .map((code) => [
      String(problems[code].status),
      `\`${code}\``,
      problemCatalogue[code].when,
      problemCatalogue[code].remedy,
    ]);
  return markdownTable(['Status', 'Code', 'When', 'What to do'], rows);
}
