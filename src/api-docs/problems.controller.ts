import { Controller, Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { z } from 'zod';
import { Public } from '../auth/access.js';
import { Documented } from '../http/routes.js';
import { OwnFormat } from '../http/format.js';
import {
  isProblemCode,
  ProblemError,
  quoted,
  PROBLEM_PAGES,
  type ProblemCode,
  problems,
  type ProblemDocument,
  problemDocument,
} from '../http/problems.js';
import { english } from '../http/page-texts.js';
import { englishPage, markCode, type PageContext, setPageHeaders, html } from '../http/page.js';
import { PathSegment } from '../http/parameters.js';
import { problemCatalogue } from '../http/problem-catalogue.js';
import { examples } from './openapi/document.js';

const pageResponse = { 200: { description: 'A page.', content: { 'text/html': z.string() } } };

/** The pages that the `type` of every problem links to. */
@Controller('docs/problems')
@OwnFormat()
export class ProblemsController {
  @Get()
  @Public()
  @Documented({
    id: 'readProblems',
    summary: 'List all problems',
    description: 'A page that lists all problem codes with status and title.',
    rawResponses: pageResponse,
  })
  problems(@Req() { context }: Request, @Res({ passthrough: true }) response: Response): string {
    setPageHeaders(response, english);
    return problemIndex(context);
  }

  @Get(':code')
  @Public()
  @Documented({
    id: 'readProblem',
    summary: 'Explain a problem',
    description: 'The page that the `type` of a problem links to, with an example.',
    rawResponses: pageResponse,
  })
  problem(
    @PathSegment('code') code: string,
    @Req() { context }: Request,
    @Res({ passthrough: true }) response: Response,
  ): string {
    if (!isProblemCode(code))
      throw new ProblemError('route_not_found', `There is no problem with the code ${quoted(code)}.`);
    setPageHeaders(response, english);
    return problemPage(code, context);
  }
}

/** The list of all problems. */
function problemIndex(context: PageContext): string {
  const { baseUrl } = context;
  const rows = codes().map(
    (code) => html`<tr id="${code}"><td><a href="${urlOf(code, baseUrl)}"><code>${code}</code></a></td>
<td>${String(problems[code].status)}</td><td>${problems[code].title}</td></tr>
`,
  );
  return englishPage(
    'Problems',
    context,
    html`<h1>Problems</h1>
<p>Every error is a problem document (RFC 9457) in JSON or XML. Its <code>type</code> is the address of its page here. Programs
should check <code>code</code>, which is stable. Texts may change.</p>
<table class="problems"><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Title</th></tr></thead>
<tbody>
${rows}</tbody></table>`,
  );
}

/** The page of one problem: when it happens, what to do, and an example. */
function problemPage(code: ProblemCode, context: PageContext): string {
  const { baseUrl } = context;
  const { title, status } = problems[code];
  const { when, remedy } = problemCatalogue[code];
  return englishPage(
    title,
    context,
    html`<p><a href="${baseUrl}${PROBLEM_PAGES}">All problems</a></p>
<h1>${title}</h1>
<p>Status ${String(status)}, code <code>${code}</code></p>
<h2>When it happens</h2>
<p>${markCode(when)}</p>
<h2>What to do</h2>
<p>${markCode(remedy)}</p>
<h2>Example</h2>
<pre tabindex="0" aria-label="Example">${JSON.stringify(problemExample(code, baseUrl), null, 2)}</pre>`,
  );
}

function codes(): ProblemCode[] {
  return Object.keys(problems) as ProblemCode[];
}

function urlOf(code: ProblemCode, baseUrl: string): string {
  return `${baseUrl}${PROBLEM_PAGES}/${code}`;
}

/** An example document of a problem: recorded from the service, if a request to the demonstration data causes it. */
function problemExample(code: ProblemCode, baseUrl: string): ProblemDocument {
  const recorded = examples.problems[code];
  if (recorded) return { ...recorded, type: recorded.type.replace(examples.baseUrl, baseUrl) };
  return problemDocument(new ProblemError(code, `${problems[code].title}.`), baseUrl, 'example');
}
