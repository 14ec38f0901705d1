import { DocumentValidator } from '../support/document-validator.js';
import { Contract } from '../../src/api-docs/contract.js';
import { problemCatalogue } from '../../src/http/problem-catalogue.js';
import { type ProblemCode, problems } from '../../src/http/problems.js';
import { sendRaw } from '../support/raw.js';
import { useDirectory } from '../support/use-directory.js';
import { validateXml } from '../support/validate-xml.js';

const codes = Object.keys(problems) as ProblemCode[];

describe('the page of a problem', () => {
  let here: string;

  const { directory } = useDirectory();
  const { directory: named } = useDirectory({ env: { PUBLIC_URL: 'https://places.example.org' }, over: directory });

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

  it.each(codes)('has cause, remedy and examples: %s', async (code) => {
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
    const schemas = { places: contract.placesXsd(directory.url), problem: contract.problemXsd() };
    expect(await validateXml(documents, schemas)).toEqual([]);
  });

  it('is the page at the type of a problem', async () => {
    const { body } = await directory.get('/nothing');
    const { origin, pathname } = new URL(body.type as string);
    expect([origin, await read('route_not_found')]).toEqual([here, (await directory.get(pathname)).text]);
  });

  it('is in the list, where earlier addresses lead too', async () => {
    const { text, headers } = await directory.get('/docs/problems');
    for (const code of codes) expect(text).toContain(`<tr id="${code}"><td><a href="${here}/docs/problems/${code}">`);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action/,
    );
  });

  it.each(['nonsense', 'toString', '__proto__', 'TOKEN_MISSING'])(
    'does not exist for another code: %s',
    async (code) => {
      const { status, body } = await directory.get(`/docs/problems/${code}`);
      expect([status, body.code]).toEqual([404, 'route_not_found']);
    },
  );

  describe('has an absolute address also for requests without a valid Host', () => {
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

    it('by PUBLIC_URL if it is set', async () => {
      const page = 'https://places.example.org/docs/problems/malformed_request';
      expect(await typeOf(named.url, messages[0] ?? '')).toBe(page);
    });
  });
});
