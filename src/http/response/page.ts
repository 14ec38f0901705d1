import { createHash } from 'node:crypto';
import { html, Html } from './html.js';

/** Colours have a contrast of at least 4.5 to 1, light and dark (WCAG 2.2). */
const style = `
:root { color-scheme: light dark; --paper: #f3f4f6; --card: #fff; --ink: #1b1f24; --quiet: #545d68; --line: #c9d0d6;
  --edge: #7b8590; --strong: #14606b; --on-strong: #fff }
@media (prefers-color-scheme: dark) { :root { --paper: #101418; --card: #1a2026; --ink: #e8ebee; --quiet: #a9b3bd;
  --line: #39424b; --edge: #74808c; --strong: #6cc5d1; --on-strong: #08191c } }
* { box-sizing: border-box }
body { margin: 0; padding: 1rem 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere }
header, main { max-width: 48rem; margin: 0 auto; padding: 1.25rem 1rem }
header a { color: var(--quiet); font-weight: 600; text-decoration: none }
main { padding: 2rem; margin-bottom: 2rem; background: var(--card); border-radius: 12px; box-shadow: 0 1px 3px #0003 }
h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.25 }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem }
p { margin: 0 0 1rem }
a { color: var(--strong) }
code, pre { font-size: .875rem }
pre { white-space: pre-wrap; padding: 1rem; border: 1px solid var(--line); border-radius: 8px }
table { width: 100%; border-collapse: collapse }
td, th { padding: .375rem 1rem .375rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
tr:target { outline: 2px solid var(--strong) }
dl { margin: 0 0 1rem }
dt { font-weight: 600 }
dd { margin: 0 0 .5rem }
.quiet { color: var(--quiet); font-size: .875rem }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); padding: 0; list-style: none }
.cards a { display: block; height: 100%; padding: 1rem; color: inherit; text-decoration: none; border: 1px solid var(--line);
  border-radius: 8px }
.cards a:hover { border-color: var(--strong) }
.cards strong { display: block; color: var(--strong) }
form { display: flex; gap: .5rem; margin: 1.5rem 0 }
input { flex: 1; min-width: 0; padding: .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--edge); border-radius: 8px }
button { padding: .75rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer; color: var(--on-strong);
  background: var(--strong); border: 0; border-radius: 8px }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
@media (max-width: 30rem) { body { background: var(--card) } main { padding: 0 1rem 2rem; margin: 0; box-shadow: none } }
`;

/**
 * The Content-Security-Policy of a page: it runs nothing, loads nothing but its inline style, and cannot be framed.
 *
 * @param formTarget where its forms may lead
 */
export function pagePolicy(formTarget: "'self'" | "'none'" = "'none'"): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action ${formTarget}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * A page for people.
 *
 * @param root where the header leads: the public base address of the service
 */
export function page(title: string, root: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title === PRODUCT ? title : `${title} – ${PRODUCT}`}</title>
<style>${new Html(style)}</style>
</head>
<body>
${title !== PRODUCT && html`<header><a href="${root}/">${PRODUCT}</a></header>`}
<main>
${content}
</main>
</body>
</html>
`.source;
}

/** Its name on pages. */
export const PRODUCT = 'Place Directory';

/** Turns text in backticks into `<code>`. */
export function markCode(text: string): Html[] {
  return text.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}
