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
import { markCode, page, type PageContext, setPageHeaders, html } from '../http/page.js';
import { PathSegment } from '../http/parameters.js';
import { PROBLEM_NAMESPACE, writeXml } from '../http/xml.js';
import { problemCatalogue, problemTexts } from '../http/problem-catalogue.js';
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
    setPageHeaders(response, context.pageTexts);
    return problemIndex(context);
  }

  @Get(':code')
  @Public()
  @Documented({
    id: 'readProblem',
    summary: 'Explain a problem',
    description: 'The page that the `type` of a problem links to, with an example in JSON and XML.',
    rawResponses: pageResponse,
  })
  problem(
    @PathSegment('code') code: string,
    @Req() { context }: Request,
    @Res({ passthrough: true }) response: Response,
  ): string {
    if (!isProblemCode(code))
      throw new ProblemError('route_not_found', `There is no problem with the code ${quoted(code)}.`);
    setPageHeaders(response, context.pageTexts);
    return problemPage(code, context);
  }
}

/** The list of all problems. Row ids keep old links of the form `/docs/problems#code` working. */
function problemIndex(context: PageContext): string {
  const { baseUrl, pageTexts } = context;
  const { title, text, head } = pageTexts.problems;
  const rows = codes().map(
    (code) => html`<tr id="${code}"><td><a href="${urlOf(code, baseUrl)}"><code>${code}</code></a></td>
<td>${String(problems[code].status)}</td><td>${problemTexts(code, context.pageTexts.language).title}</td></tr>
`,
  );
  return page(
    title,
    context,
    html`<h1>${title}</h1>
<p>${markCode(text)}</p>
<table class="problems"><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows}</tbody></table>`,
  );
}

/** The page of one problem: when it happens, what to do, and an example in JSON and XML. */
function problemPage(code: ProblemCode, context: PageContext): string {
  const { baseUrl, pageTexts } = context;
  const { problems: texts, failure } = pageTexts;
  const { title, when, remedy } = problemTexts(code, context.pageTexts.language);
  const example = problemExample(code, baseUrl);
  return page(
    title,
    context,
    html`<p><a href="${baseUrl}${PROBLEM_PAGES}">${texts.all}</a></p>
<h1>${title}</h1>
<p>${markCode(texts.code(code, problems[code].status))}</p>
<h2>${texts.when}</h2>
<p>${markCode(when)}</p>
<h2>${failure.remedy}</h2>
<p>${markCode(remedy)}</p>
<h2>${texts.inJson}</h2>
<pre tabindex="0" aria-label="${texts.example('JSON')}">${JSON.stringify(example, null, 2)}</pre>
<h2>${texts.inXml}</h2>
<pre tabindex="0" aria-label="${texts.example('XML')}">${onePerLine(writeXml('problem', example, PROBLEM_NAMESPACE))}</pre>`,
  );
}

function codes(): ProblemCode[] {
  return Object.keys(problems) as ProblemCode[];
}

function urlOf(code: ProblemCode, baseUrl: string): string {
  return `${baseUrl}${PROBLEM_PAGES}/${code}`;
}

/** The XML writer puts everything on one line. */
function onePerLine(xml: string): string {
  return xml.replaceAll('><', '>\n<');
}

/**
 * An example document of a problem: from the catalogue, else recorded from the service.
 *
 * @throws Error if neither has one
 */
function problemExample(code: ProblemCode, baseUrl: string): ProblemDocument {
  const { example } = problemCatalogue[code];
  if (example) {
    const { detail, errors } = example;
    return problemDocument(new ProblemError(code, detail, errors && { errors }), baseUrl, 'example');
  }
  const recorded = examples.problems[code];
  if (!recorded) throw new Error(`The problem ${code} has no example`);
  return { ...recorded, type: recorded.type.replace(examples.baseUrl, baseUrl) };
}
