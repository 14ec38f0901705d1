import { createHash } from 'node:crypto';
import { pageStyle } from '../../../http/response/page-style.js';

export const style = `${pageStyle}
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
`;

/** Allows exactly this style in a Content-Security-Policy. */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
