import { createHash } from 'node:crypto';
import { type ServerResponse } from 'node:http';
import { varyBy } from './browser-headers.js';
import { english, type PageTexts } from './page-texts.js';

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#14606b"/>
<path fill="#fff" d="M16 5.5a8.5 8.5 0 0 0-8.5 8.5c0 6.2 8.5 13 8.5 13s8.5-6.8 8.5-13A8.5 8.5 0 0 0 16 5.5Zm0 11.7a3.2 3.2 0 1 1 0-6.4 3.2 3.2 0 0 1 0 6.4Z"/></svg>`;

/** The icon of all pages: a pin. It is part of the page, so it needs no request and works behind any path. */
export const pageIcon = `data:image/svg+xml,${encodeURIComponent(icon)}`;

/** The colours of all pages for people; /explore has the same. Contrast is at least 4.5 to 1, light and dark (WCAG 2.2). */
export const colours = `
:root { color-scheme: light dark; --paper: #f3f4f6; --card: #fff; --ink: #1b1f24; --quiet: #545d68; --line: #d3d8de;
  --edge: #7b8590; --strong: #14606b; --on-strong: #fff; --hover: #e6f0f1; --good: #1a6b3a; --bad: #a3181f; --bad-paper: #fdecec;
  --shadow: 0 1px 2px #1b1f2414, 0 4px 16px #1b1f2414 }
@media (prefers-color-scheme: dark) { :root { --paper: #101418; --card: #1a2026; --ink: #e8ebee; --quiet: #a9b3bd;
  --line: #333c45; --edge: #74808c; --strong: #6cc5d1; --on-strong: #08191c; --hover: #22303a; --good: #7fd6a0; --bad: #ffb1ac;
  --bad-paper: #3c1517; --shadow: 0 1px 2px #0006, 0 4px 16px #0006 } }
`;

/** The bar at the top of a page. */
export const topStyle = `
.top { box-sizing: border-box; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; min-height: 3.75rem; padding: .5rem 1rem;
  background: var(--card); border-bottom: 1px solid var(--line) }
.brand { margin: 0 auto 0 0; font-size: 1.125rem; font-weight: 700; color: inherit; text-decoration: none }
.top nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem }
.top nav a { color: inherit }
`;

/** The style of all pages for people. */
export const pageStyle = `${colours}${topStyle}
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere }
main { margin: 2rem auto; padding: 2rem; background: var(--card); border-radius: 16px; box-shadow: var(--shadow) }
h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.25 }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem }
p { margin: 0 0 1rem }
a { color: var(--strong) }
code, pre { font: .875rem/1.5 ui-monospace, monospace }
input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 10px }
::placeholder { color: var(--quiet); opacity: 1 }
button, .button { font: inherit; font-weight: 600; cursor: pointer; color: var(--on-strong); background: var(--strong);
  border: 1px solid var(--strong); border-radius: 10px }
.quiet { color: var(--quiet); font-size: .875rem }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
@media (max-width: 30rem) { body { background: var(--card) } main { margin: 0; padding: 1.5rem 1rem; border-radius: 0; box-shadow: none } }
`;

const styleOfPages = `${pageStyle}
main { max-width: 48rem }
pre { margin: 0 0 1rem; white-space: pre-wrap; padding: .75rem 1rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: 10px }
.commands { overflow-x: auto; white-space: pre }
table { width: 100%; border-collapse: collapse }
td, th { padding: .375rem 1rem .375rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
@media (max-width: 30rem) { .problems thead { position: absolute; clip-path: inset(50%) }
  .problems tr { display: grid; grid-template-columns: 1fr auto; padding: .5rem 0; border-bottom: 1px solid var(--line) }
  .problems td { padding: 0; border: 0 } .problems td:last-child { grid-column: 1 / -1 } }
th, .problems td:first-child { white-space: nowrap }
dl { margin: 0 0 1rem }
dt { font-weight: 600 }
dd { margin: 0 0 .5rem }
.cards { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); margin: 0; padding: 0; list-style: none }
.cards a { display: block; height: 100%; padding: .875rem 1rem; color: inherit; text-decoration: none; border: 1px solid var(--line);
  border-radius: 12px }
.cards a:hover { background: var(--hover); border-color: var(--strong) }
.cards strong { display: block; color: var(--strong) }
form { display: flex; margin: 1.5rem 0 }
input { flex: 1; min-width: 0; padding: .75rem 1rem; border-radius: 10px 0 0 10px }
form input:focus-visible { outline-offset: -3px }
form button { padding: .75rem 1.25rem; border-radius: 0 10px 10px 0 }
.foot { max-width: 48rem; margin: 0 auto; padding: 1rem 1rem 0; color: var(--quiet) }
.ways { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin: 0; padding: 0; list-style: none }
.state::before { display: inline-block; width: .625rem; height: .625rem; margin-right: .5rem; content: ''; background: var(--bad); border-radius: 50% }
.state.ok::before { background: var(--good) }
`;

/** A style inside a page. */
interface InlineStyle {
  readonly css: string;
  /** Allows exactly this style in a Content-Security-Policy. */
  readonly source: string;
}

export function inlineStyle(css: string): InlineStyle {
  return { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

const style = inlineStyle(styleOfPages);

/**
 * The Content-Security-Policy of a page. It runs, loads and sends nothing but what the directives allow, and cannot be framed.
 *
 * @param directives by their names
 */
export function contentPolicy(directives: Readonly<Record<string, string>>): string {
  const none = "'none'";
  const { 'form-action': formAction = none } = directives;
  const all = {
    'default-src': none,
    ...directives,
    'form-action': formAction,
    'base-uri': none,
    'frame-ancestors': none,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** Sets the headers of a page: its type, its policy and its language. @param formTarget where its forms may lead */
export function setPageHeaders(response: ServerResponse, { lang }: PageTexts, formTarget = "'none'"): void {
  const policy = contentPolicy({ 'style-src': style.source, 'img-src': 'data:', 'form-action': formTarget });
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Content-Language', lang);
  varyBy('Accept-Language', response);
}

/** What all pages need of a request. */
export interface PageContext {
  pageTexts: PageTexts;
  /** The public base address of the service. */
  baseUrl: string;
  hasExplore: boolean;
}

/** A page for people. */
export function page(title: string, context: PageContext, content: Html): string {
  const top = topBar(context, title === PRODUCT ? '/' : undefined);
  return htmlDocument({ lang: context.pageTexts.lang, title, style, top, content });
}

/** A page in English, such as those about problems. */
export function englishPage(title: string, context: PageContext, content: Html): string {
  return page(title, inEnglish(context), content);
}

export function inEnglish({ baseUrl, hasExplore }: PageContext): PageContext {
  return { pageTexts: english, baseUrl, hasExplore };
}

interface HtmlDocument {
  readonly lang: string;
  readonly title: string;
  readonly style: InlineStyle;
  /** Further elements of its head. */
  readonly head?: Html | undefined;
  /** The bar at the top. */
  readonly top: Html;
  readonly content: Html;
}

/** The HTML around the content of a page. */
export function htmlDocument({ lang, title, style: { css }, head, top, content }: HtmlDocument): string {
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${pageIcon}">
<title>${title === PRODUCT ? title : `${title} – ${PRODUCT}`}</title>
<style>${new Html(css)}</style>
${head}
</head>
<body>
${top}
<main>
${content}
</main>
</body>
</html>
`.source;
}

/** Its name on pages. */
export const PRODUCT = 'Place Directory';

/** The way home, and to the other pages. @param here the page that it is on, to which it has no link */
export function topBar({ pageTexts: texts, baseUrl, hasExplore }: PageContext, here?: '/' | '/docs'): Html {
  const brand =
    here === '/' ? html`<p class="brand">${PRODUCT}</p>` : html`<a class="brand" href="${baseUrl}/">${PRODUCT}</a>`;
  return html`<header class="top">${brand}<nav>
${hasExplore && html`<a href="${baseUrl}/explore">${texts.searchPlaces}</a>`}
${here !== '/docs' && html`<a href="${baseUrl}/docs">${texts.apiReference}</a>`}
</nav></header>`;
}

/** A form that searches on `/explore`. Its page needs the policy with `'self'`. */
export function searchForm({ pageTexts: { searchPlaces, search }, baseUrl }: PageContext): Html {
  return html`<form action="${baseUrl}/explore" role="search">
<input name="q" type="search" aria-label="${searchPlaces}" placeholder="${searchPlaces}" autofocus>
<button>${search}</button>
</form>`;
}

/** Turns text in backticks into `<code>`. */
export function markCode(text: string): Html[] {
  return text.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

/** HTML source, as opposed to text that must be escaped. */
export class Html {
  constructor(readonly source: string) {}
}

type Part = string | Html | undefined | false | readonly Part[];

/** A template tag for HTML. Escapes all values except `Html`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((source, index) => (index === 0 ? '' : toSource(parts[index - 1])) + source).join(''));
}

function toSource(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.source;
  return typeof part === 'string' ? escape(part) : part.map(toSource).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
