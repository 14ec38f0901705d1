import { createHash } from 'node:crypto';
import { html, Html } from './html.js';
import { pageIcon } from './page-icon.js';
import { pageStyle } from './page-style.js';

const style = `${pageStyle}
main { max-width: 48rem }
.top a:not(.brand) { color: inherit }
pre { margin: 0 0 1rem; white-space: pre-wrap; padding: .75rem 1rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: 10px }
.commands { overflow-x: auto; white-space: pre }
table { width: 100%; border-collapse: collapse }
td, th { padding: .375rem 1rem .375rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
tr:target { outline: 2px solid var(--strong) }
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
.state::before { display: inline-block; width: .625rem; height: .625rem; margin-right: .5rem; content: ''; background: var(--bad); border-radius: 50% }
.state.ok::before { background: var(--good) }
`;

/**
 * The Content-Security-Policy of a page: it runs nothing, loads nothing but its inline style and icon, and cannot be framed.
 *
 * @param formTarget where its forms may lead
 */
export function pagePolicy(formTarget: "'self'" | "'none'" = "'none'"): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src data:',
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
<link rel="icon" href="${pageIcon}">
<title>${title === PRODUCT ? title : `${title} – ${PRODUCT}`}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header class="top"><a class="brand" href="${root}/">${PRODUCT}</a><a href="${root}/docs">API reference</a></header>
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
