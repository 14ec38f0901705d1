import { createHash } from 'node:crypto';

/** Style of the pages. Colours have a contrast of at least 4.5 to 1, light and dark (WCAG 2.2). */
export const style = `
:root { color-scheme: light dark; --paper: #f3f4f6; --card: #fff; --ink: #1b1f24; --quiet: #545d68; --line: #7b8590;
  --strong: #14606b; --on-strong: #fff; --bad: #a3181f; --bad-paper: #fdecec }
@media (prefers-color-scheme: dark) { :root { --paper: #101418; --card: #1a2026; --ink: #e8ebee; --quiet: #a9b3bd;
  --line: #74808c; --strong: #6cc5d1; --on-strong: #08191c; --bad: #ffb1ac; --bad-paper: #3c1517 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; align-items: start; justify-items: center;
  padding: 8vh 1rem 2rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main { width: 100%; max-width: 26rem; padding: 2rem; border-radius: 12px; background: var(--card);
  box-shadow: 0 1px 3px #0003; overflow-wrap: anywhere }
.brand { margin: 0 0 1.5rem; color: var(--quiet); font-weight: 600 }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem }
p, ul { margin: 0 0 1rem }
ul { padding-left: 1.25rem }
form { margin: 1.5rem 0 0 }
label { display: block; margin: 0 0 .25rem; font-weight: 600 }
input { width: 100%; margin: 0 0 1.25rem; padding: .625rem .75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: 8px }
input[aria-invalid] { border: 2px solid var(--bad) }
button, .button { display: block; width: 100%; min-height: 3rem; margin: 0 0 .75rem; padding: .625rem 1rem; font: inherit;
  font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; border-radius: 8px;
  color: var(--on-strong); background: var(--strong); border: 1px solid var(--strong) }
.other { color: var(--ink); background: transparent; border-color: var(--line) }
.link { min-height: 2.75rem; margin: 0; color: var(--strong); background: transparent; border-color: transparent;
  text-decoration: underline }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
.alert { margin: 0 0 1.5rem; padding: .75rem 1rem; border-left: 4px solid var(--bad); border-radius: 4px;
  color: var(--bad); background: var(--bad-paper) }
.who, .quiet { color: var(--quiet) }
.quiet { font-size: .875rem }
code { font-size: .8125rem }
@media (max-width: 30rem) { body { padding: 0; background: var(--card) }
  main { padding: 1.5rem 1.25rem; box-shadow: none } }
`;

/** Allows exactly this style in a Content-Security-Policy. */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
