import { attributionHtml, attributionOf } from './source.js';

const osm = { name: 'OSM', license: 'https://example.org/odbl', attribution: '© OSM contributors' };

const script = { name: 'X', license: 'javascript:alert(1)', attribution: '<script>' };
describe('the attribution of sources', () => {
  it('has each text once', () => {
    expect(attributionOf([osm, undefined, script, { ...osm, name: 'Other' }])).toBe('© OSM contributors; <script>');
    expect(attributionOf([undefined, { name: 'None' }])).toBeUndefined();
  });

  it('links to licences in HTML, and escapes texts', () => {
    expect(attributionHtml([osm, script, osm])).toBe(
      '<a href="https://example.org/odbl">© OSM contributors</a>; &lt;script&gt;',
    );
    expect(attributionHtml([{ name: 'None' }])).toBeUndefined();
  });
});
