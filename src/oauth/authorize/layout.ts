import { type Html, html, htmlDocument, inlineStyle, pageStyle, PRODUCT } from '../../http/page.js';
import { type Texts } from './texts.js';

const style = inlineStyle(`${pageStyle}
main { width: calc(100% - 2rem); max-width: 26rem; margin: 6vh auto 2rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem }
ul { margin: 0 0 1rem; padding-left: 1.25rem }
form { margin: 1.5rem 0 0 }
label { display: block; margin: 0 0 .25rem; font-weight: 600 }
input { width: 100%; margin: 0 0 1.25rem; padding: .625rem .75rem }
input[aria-invalid] { border: 2px solid var(--bad) }
button, .button { display: block; width: 100%; min-height: 3rem; margin: 0 0 .75rem; padding: .625rem 1rem; text-align: center;
  text-decoration: none }
.other { color: var(--ink); background: transparent; border-color: var(--edge) }
.link { min-height: 2.75rem; margin: 0; color: var(--strong); background: transparent; border-color: transparent;
  text-decoration: underline }
.alert { margin: 0 0 1.5rem; padding: .75rem 1rem; border-left: 4px solid var(--bad); border-radius: 4px;
  color: var(--bad); background: var(--bad-paper) }
.foot { margin: 1.25rem 0 0 }
h3 { margin: 0 0 .25rem; font-size: 1rem }
.entries { padding: 0; list-style: none }
.entries > li { padding: 1rem 0; border-top: 1px solid var(--line) }
.entries p { margin: 0 }
.entries ul { margin: 0 0 .25rem }
.entries form { margin: .75rem 0 0 }
.entries button { width: auto; min-height: 2.75rem; margin: 0; padding: .375rem 1rem }
.badge { padding: .125rem .5rem; border: 1px solid var(--edge); border-radius: 99px; font-size: .8125rem; white-space: nowrap }
.who { color: var(--quiet) }
@media (max-width: 30rem) { main { width: 100%; margin: 0 } }
`);

export const { source: styleSource } = style;

interface Additions {
  /** Elements of its head. */
  readonly head?: Html;
  /** Links beside the name of the product. */
  readonly nav?: Html | undefined;
}

/** A page with the bar of the sign-in pages. */
export function layout(texts: Texts, title: string, content: Html, { head, nav }: Additions = {}): string {
  const top = html`<header class="top"><p class="brand">${PRODUCT}</p>${nav && html`<nav>${nav}</nav>`}</header>`;
  const noIndex = html`<meta name="robots" content="noindex">${head}`;
  return htmlDocument({ lang: texts.lang, title, style, head: noIndex, top, content });
}

/** The action and the hidden fields of a form. */
export interface FormFrame {
  /** The path that the form posts to. */
  action: string;
  /** The authorization request, percent-encoded, if there is one. */
  request?: string;
  /** The CSRF token. */
  token: string;
}

export function form({ action, request, token }: FormFrame, content: Html): Html {
  return html`<form method="post" action="${action}" novalidate>
${request !== undefined && html`<input type="hidden" name="request" value="${request}">`}
<input type="hidden" name="token" value="${token}">
${content}
</form>`;
}
