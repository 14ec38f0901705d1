import { DocumentValidator } from '../support/document-validator.js';
import { Contract } from '../../src/api-docs/contract.js';
import { problemCatalogue } from '../../src/api-docs/problems/problem-catalogue.js';
import { type ProblemCode, problems } from '../../src/http/problems/problems.js';
import { Directory } from '../support/directory.js';
import { sendRaw } from '../support/raw.js';
import { useDirectory } from '../support/use-directory.js';
import { validateXml } from '../support/validate-xml.js';

const codes = Object.keys(problems) as ProblemCode[];

describe('the page of a problem', () => {
  let here: string;

  const { directory } = useDirectory();

  beforeAll(() => {
    here = directory.url.replace('[::1]', 'localhost');
  });

  const read = async (code: string) => {
    const { status, text } = await directory.get(`/docs/problems/${code}`);
    expect(status).toBe(200);
    return text;
  };

  /** The examples of a page, as they are before HTML escapes them. */
  const examplesOf = (page: string) =>
    [...page.matchAll(/<pre[^>]*>([^<]*)<\/pre>/g)].map(([, text = '']) =>
      text.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? ''),
    );
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

  it.each(codes)('says what it means, what to do and how it looks: %s', async (code) => {
    const page = await read(code);
    const { status, title } = problems[code];
    expect(page).toContain(`<h1>${title.replaceAll("'", '&#39;')}</h1>`);
    expect(page).toContain(`Status ${status}, code <code>${code}</code>`);
    for (const text of [problemCatalogue[code].when, problemCatalogue[code].remedy])
      expect(text).toMatch(/^[A-Z`].*\.$/s);
    const [json = ''] = examplesOf(page);
    const document = JSON.parse(json) as Record<string, unknown>;
    expect(document).toMatchObject({ type: `${here}/docs/problems/${code}`, title, status, code });
    const validator = new DocumentValidator(directory.app.get(Contract).document());
    const at = validator.find('GET', '/nothing', status, 'application/problem+json') ?? '';
    expect(() => {
      validator.validate(at, document, { method: 'GET', address: code });
    }).not.toThrow();
  });

  it('shows XML that the schema of problems describes', async () => {
    const contract = directory.app.get(Contract);
    const documents = await Promise.all(
      codes.map(async (code) => ({ fileName: code, contents: examplesOf(await read(code))[1] ?? '' })),
    );
    const schemas = { places: contract.placesXsd(), problem: contract.problemXsd() };
    expect(await validateXml(documents, schemas)).toEqual([]);
  });

  it('is what the type of a problem leads to', async () => {
    const { body } = await directory.get('/nothing');
    const { origin, pathname } = new URL(body.type as string);
    expect([origin, await read('route_not_found')]).toEqual([here, (await directory.get(pathname)).text]);
  });

  it('is in the list, where addresses of before lead too', async () => {
    const { text, headers } = await directory.get('/docs/problems');
    for (const code of codes) expect(text).toContain(`<tr id="${code}"><td><a href="${here}/docs/problems/${code}">`);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; frame/);
  });

  it.each(['nonsense', 'toString', '__proto__', 'TOKEN_MISSING'])(
    'is not there for what is no problem: %s',
    async (code) => {
      const { status, body } = await directory.get(`/docs/problems/${code}`);
      expect([status, body.code]).toEqual([404, 'route_not_found']);
    },
  );

  describe('has an absolute address also for requests that say no host', () => {
    const typeOf = async (url: string, message: string) =>
      (JSON.parse((await sendRaw(url, message)).body) as { type: string }).type;
    const messages = [
      'nonsense\r\n\r\n',
      'GET /v2/places HTTP/1.1\r\nConnection: close\r\n\r\n',
      'GET /v2/places HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    ];

    it.each(messages)('on this machine: %j', async (message) => {
      const { port } = new URL(directory.url);
      const page = `http://localhost:${port}/docs/problems/malformed_request`;
      expect(await typeOf(directory.url, message)).toBe(page);
    });

    it('by PUBLIC_URL where it is set', async () => {
      const known = await Directory.start({ PUBLIC_URL: 'https://places.example.org' }, directory.database);
      try {
        for (const message of messages.slice(0, 1)) {
          const page = 'https://places.example.org/docs/problems/malformed_request';
          expect(await typeOf(known.url, message)).toBe(page);
        }
      } finally {
        await known.stop({ keepDatabase: true });
      }
    });
  });
});
