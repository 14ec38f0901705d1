import { Controller, Get, Header } from '@nestjs/common';
import { z } from 'zod';
import { Public } from '../auth/access.decorator.js';
import { Documented } from '../http/documented.decorator.js';
import { OwnFormat } from '../http/own-format.decorator.js';
import { problems } from '../http/problems.js';

/** The page that `type` of every problem points to. */
@Controller('docs')
@OwnFormat()
export class ProblemsController {
  @Get('problems')
  @Public()
  @Documented({
    id: 'readProblems',
    summary: 'All problems',
    answers: { 200: { description: 'A page.', content: { 'text/html': z.string() } } },
  })
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  problems(): string {
    const rows = Object.entries(problems).map(
      ([code, { status, title }]) =>
        `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}</td></tr>`,
    );
    return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Problems of the place directory</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
td, th { padding: .2rem 1rem .2rem 0; text-align: left } tr:target { background: #ffd }</style>
<h1>Problems</h1>
<p>Every error is a problem document (RFC 9457) in JSON or XML. Its <code>type</code> points to a line of this table.</p>
<table><thead><tr><th>code</th><th>status</th><th>meaning</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</html>
`;
  }
}
