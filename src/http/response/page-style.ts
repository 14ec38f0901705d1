/** Style of all pages for people; /explore has the same colours. Contrast is at least 4.5 to 1, light and dark (WCAG 2.2). */
export const pageStyle = `
:root { color-scheme: light dark; --paper: #f3f4f6; --card: #fff; --ink: #1b1f24; --quiet: #545d68; --line: #d3d8de;
  --edge: #7b8590; --strong: #14606b; --on-strong: #fff; --hover: #e6f0f1; --good: #1a6b3a; --bad: #a3181f; --bad-paper: #fdecec;
  --shadow: 0 1px 2px #1b1f2414, 0 4px 16px #1b1f2414 }
@media (prefers-color-scheme: dark) { :root { --paper: #101418; --card: #1a2026; --ink: #e8ebee; --quiet: #a9b3bd;
  --line: #333c45; --edge: #74808c; --strong: #6cc5d1; --on-strong: #08191c; --hover: #22303a; --good: #7fd6a0; --bad: #ffb1ac;
  --bad-paper: #3c1517; --shadow: 0 1px 2px #0006, 0 4px 16px #0006 } }
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere }
.top { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; min-height: 3.75rem; padding: .5rem 1rem;
  background: var(--card); border-bottom: 1px solid var(--line) }
.brand { margin: 0 auto 0 0; font-size: 1.125rem; font-weight: 700; color: inherit; text-decoration: none }
main { margin: 2rem auto; padding: 2rem; background: var(--card); border-radius: 16px; box-shadow: var(--shadow) }
h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.25 }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem }
p { margin: 0 0 1rem }
a { color: var(--strong) }
code, pre { font: .875rem/1.5 ui-monospace, monospace }
input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 10px }
button, .button { font: inherit; font-weight: 600; cursor: pointer; color: var(--on-strong); background: var(--strong);
  border: 1px solid var(--strong); border-radius: 10px }
.quiet { color: var(--quiet); font-size: .875rem }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
@media (max-width: 30rem) { body { background: var(--card) } main { margin: 0; padding: 1.5rem 1rem; border-radius: 0; box-shadow: none } }
`;
