import { html } from './page.js';

describe('html', () => {
  it('escapes text, in elements and in attributes', () => {
    const nasty = `"><script>alert('x')</script>&amp;`;
    const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;';
    expect(html`<a title="${nasty}">${nasty}</a>`.source).toBe(`<a title="${escaped}">${escaped}</a>`);
  });

  it('inserts Html, lists, and nothing for undefined', () => {
    const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}</ul>`.source).toBe('<ul><li>a</li><li>&lt;</li></ul>');
    expect(html`[${undefined}${false}${''}]`.source).toBe('[]');
  });
});
