import { isPageAddress, websiteOf } from './web-addresses.js';

describe('websiteOf', () => {
  it.each([
    [['www.example.com'], 'http://www.example.com'],
    [['HTTPS://example.com/a?b'], 'HTTPS://example.com/a?b'],
    [['https://a.example;https://b.example'], 'https://a.example'],
    [['www.x.com; www.y.com'], 'http://www.x.com'],
    [['https://a.example, https://b.example'], 'https://a.example'],
    [['https://a.example https://b.example'], 'https://a.example'],
    [['a.example;b.example'], 'http://a.example'],
    [['https://a.example/x;https://b.example/y'], 'https://a.example/x'],
    [['https://a.example (in English)'], 'https://a.example'],
    [['example.com:8080/x'], 'http://example.com:8080/x'],
    [['example.com.'], 'http://example.com'],
    [['https://example.com/a,b;c'], 'https://example.com/a,b;c'],
    [['https://www.tiktok.com/@name'], 'https://www.tiktok.com/@name'],
    [['https://web.archive.org/web/2020/http://x.com'], 'https://web.archive.org/web/2020/http://x.com'],
    [['bücher.example', 'b.example'], 'http://bücher.example'],
    [['http://пример.рф/меню'], 'http://пример.рф/меню'],
    [['https://my_shop.example.com'], 'https://my_shop.example.com'],
    [['http://example.com/?q=a|b'], 'http://example.com/?q=a|b'],
    [['example.com/a|b#c|d'], 'http://example.com/a|b#c|d'],
    [['https://a.example|b.example'], 'https://a.example'],
    [['a.example|www.b.example/x'], 'http://a.example'],
    [['https://a.example/x|https://b.example/y'], 'https://a.example/x'],
    [['https://a.example/x | b.example/y'], 'https://a.example/x'],
    [['https://a.example/x\nb.example/y'], 'https://a.example/x'],
    [['Example.Com'], 'http://Example.Com'],
    [['WWW.EXAMPLE.COM'], 'http://WWW.EXAMPLE.COM'],
    [['example.com/Menu.pdf'], 'http://example.com/Menu.pdf'],
    [['https://readme.txt'], 'https://readme.txt'],
    [['Example.De'], 'http://Example.De'],
    [['example.cOm'], 'http://example.cOm'],
    [['www.Example.Travel'], 'http://www.Example.Travel'],
    [['http://my.www.shop'], 'http://my.www.shop'],
    [['https://example.com./x'], 'https://example.com./x'],
    [['http://a.example/x;http://b.example/y'], 'http://a.example/x'],
    [['https://a.example  (in English)'], 'https://a.example'],
    [[' ', ''], undefined],
  ])('of %j', (texts, address) => {
    expect(websiteOf(texts)).toEqual({ address, faults: [] });
  });

  it.each([
    ...[
      'info@example.com',
      'n.a.',
      'tbd...',
      '1.5',
      'http://exa mple.com',
      '//example.com/x',
      'http://example.com/\u202egpj',
      'none',
    ],
    ...[
      'http://http://x',
      'http://http://x.com',
      'http://localhost',
      'http://10.0.0.1/',
      'http://[::1]/',
      'javascript:alert(1)',
    ],
    ...[
      'mailto:a@example.com',
      'http://user:secret@example.com',
      'http://www.info@example.com',
      '@handle',
      'http:example.com',
    ],
    ...[
      'http:/example.com',
      'http:\\\\example.com',
      'https://www',
      'www.',
      'https://',
      'http://a..b.com',
      'https://example.com:99999',
    ],
    ...[
      'https://example.com/a b',
      'https://exa\u200bmple.com',
      'https://example.com/\u0000',
      '<a href="https://x.example">',
      'v1.0',
    ],
    ...['Menu.pdf', 'MENU.PDF', 'readme.txt', 'index.html?x', 'St.John', 'Dr.House/x'],
    ...['Front.jpg', 'Mywww.Menu.pdf', 'menu.pdf:8080', 'Big.TelCom', 'see a.example (in English)', 'a.example (x) y'],
    ...['http://-a.example', 'http://a-.example', 'http://a.example.c1'],
    ...['Visit example.com', `https://example.com/${'x'.repeat(2000)}`, '0x7f.1', 'ftp://example.com', 'www.facebook'],
  ])('leaves out %j', (text) => {
    const fault = { member: 'urlService', value: text, reason: 'is no web address' };
    expect(websiteOf([text])).toEqual({ address: undefined, faults: [fault] });
    expect(websiteOf([text, 'https://good.example'])).toEqual({ address: 'https://good.example', faults: [fault] });
  });

  it('has at most 2,000 characters', () => {
    const longest = `https://example.com/${'x'.repeat(1980)}`;
    expect([longest, `${longest}x`].map((text) => websiteOf([text]).address)).toEqual([longest, undefined]);
  });

  it.each([
    ['https://a.example', `https://a.example, ${'x'.repeat(3981)}`],
    ['http://a.example', `${'a.example '.repeat(399)}aa.example`],
  ])('of %s is found in a text of up to 4,000 characters', (address, text) => {
    expect([text.length, websiteOf([text])]).toEqual([4000, { address, faults: [] }]);
    const longer = text.replace('.example', 's.example');
    const faults = [{ member: 'urlService', value: longer, reason: 'is no web address' }];
    expect(websiteOf([longer])).toEqual({ address: undefined, faults });
  });
});

describe('isPageAddress', () => {
  it.each([
    ...'www.example.org https://example.org http://intranet/menu http://192.168.0.1:8080/ /old/page'.split(' '),
    ...'http://[::1]/x http://intranet/?q=a|b http://intranet http://Shop1/menu http://1Shop/'.split(' '),
    ...'http://10.0.0.1:4431/ http://10.0.0.1:80/ https://10.0.0.1:443/'.split(' '),
  ])('accepts %j in own data', (text) => {
    expect(isPageAddress(text)).toBe(true);
  });

  it.each([
    ...'info@example.com n.a. 1.5 http://1.5'.split(' '),
    'http://exa mple.com',
    ...'//example.com javascript:alert(1) http://http://x http://a:b@c http://a|b/x Menu.pdf St.John'.split(' '),
    '/old page',
    'http://1.5:8080',
  ])('rejects %j', (text) => {
    expect(isPageAddress(text)).toBe(false);
  });
});
