import { pretty } from './pretty.js';

describe('pretty', () => {
  it('indents JSON', () => {
    expect(pretty('{"a":[1,{"b":"<i>"}]}', 'json')).toBe('{\n  "a": [\n    1,\n    {\n      "b": "<i>"\n    }\n  ]\n}');
  });

  it('indents XML, and keeps a text with its element', () => {
    const xml = '<?xml version="1.0"?><a x="1"><b>one &lt; two</b><c/><d><e></e><e>2</e></d></a>';
    expect(pretty(xml, 'xml').split('\n')).toEqual([
      ...['<?xml version="1.0"?>', '<a x="1">', '  <b>one &lt; two</b>', '  <c/>', '  <d>', '    <e></e>'],
      ...['    <e>2</e>', '  </d>'],
      '</a>',
    ]);
  });

  it.each([
    ['json', '<html>'],
    ['json', ''],
    ['xml', 'no < xml'],
    ['xml', ''],
  ] as const)('leaves what is no %s as it is: %j', (format, body) => {
    expect(pretty(body, format)).toBe(body);
  });
});
