import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Contract, DocumentedRoutes } from '../../src/api-docs/contract.js';
import { type ApiResponse } from '../../src/api-docs/openapi/document.js';
import { type Examples } from '../../src/api-docs/openapi/examples.js';
import { type JsonSchema } from '../../src/http/parameter.js';
import { type ProblemCode } from '../../src/http/problems.js';
import { PROBLEM_NAMESPACE, type Value, writeXml } from '../../src/http/xml.js';
import { DocumentValidator } from '../support/document-validator.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';
import { validateXml } from '../support/validate-xml.js';

const file = resolve('src/api-docs/openapi/examples.json');
const baseUrl = 'https://api.example.org';

/** Requests that go wrong, each by what it is told. */
const wrong: Partial<Record<ProblemCode, string>> = {
  invalid_parameter: '/v2/places?rows=51&sort=citi',
  token_missing: '/v2/places',
  token_invalid: '/v2/places',
  token_kind: '/v2/users/me',
  user_not_found: '/v2/users/nobody',
  not_following: '/v2/users/joao/following/joao',
  email_not_found: '/v2/users/nobody%40example.com/verify',
  place_not_found: '/v2/places/nowhere',
  review_not_found: '/v2/reviews/none',
  category_not_found: '/v2/categories/none',
  not_acceptable: '/v2/places',
};

/** Writes an example as XML, following the XML names in its schema. */
function asXml(media: string, schema: JsonSchema, value: Value): string {
  if (media === 'application/problem+xml') return writeXml('problem', value, PROBLEM_NAMESPACE);
  return writeXml((schema as { xml: { name: string } }).xml.name, value);
}

describe('the examples in /openapi.json', () => {
  const commandLine = useCommandLine(['seed', '--small']);
  const { directory, tokens } = useDirectory({
    env: { PUBLIC_URL: baseUrl },
    over: commandLine,
    fill: (directory) => directory.settle(),
    tokens: ['application', 'joao', 'trusted'],
  });

  const responses = async (): Promise<Examples['responses']> => {
    const byOperation: Examples['responses'] = {};
    for (const { access, documentation } of directory.app.get(DocumentedRoutes).all()) {
      // Only JSON and XML have examples.
      if (!documentation.response) continue;
      const kinds = access?.public === false ? access.kinds : [];
      for (const [name, path] of Object.entries(documentation.examples ?? {})) {
        const { status, body } = await directory.get(path, tokens[kinds.includes('trusted') ? 'trusted' : 'joao']);
        expect([path, status]).toEqual([path, 200]);
        (byOperation[documentation.id] ??= {})[name] = body;
      }
    }
    return byOperation;
  };

  const problems = async (): Promise<Examples['problems']> => {
    const byCode: Examples['problems'] = {};
    for (const [code, path] of Object.entries(wrong)) {
      const token = { token_missing: undefined, token_invalid: 'expired', token_kind: tokens.application }[code];
      const isToken = code.startsWith('token_');
      const headers = { 'X-Request-Id': 'example', ...(code === 'not_acceptable' && { Accept: 'image/png' }) };
      const usual = code === 'email_not_found' ? tokens.trusted : tokens.joao;
      const { body } = await directory.get(path, isToken ? token : usual, headers);
      expect(body.code).toBe(code);
      byCode[code as ProblemCode] = body;
    }
    return byCode;
  };

  it('are what the service answers over its demonstration data without the sample city', async () => {
    const text = `${JSON.stringify({ baseUrl, responses: await responses(), problems: await problems() }, null, 2)}\n`;
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it('fit their schemas in JSON and XML', async () => {
    const contract = directory.app.get(Contract);
    const document = contract.document();
    const validator = new DocumentValidator(document);
    const inXml: { fileName: string; contents: string }[] = [];
    let inJson = 0;
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [status, response] of Object.entries(operations.get?.responses ?? {})) {
        for (const [media, { schema, examples }] of Object.entries((response as ApiResponse).content ?? {})) {
          for (const { value } of Object.values(examples ?? {})) {
            const at = validator.find('GET', path, Number(status), media) ?? '';
            validator.validate(at, value, { method: 'GET', address: path });
            if (media.endsWith('json')) inJson += 1;
            else inXml.push({ fileName: path, contents: asXml(media, schema, value as Value) });
          }
        }
      }
    }
    expect(
      await validateXml(inXml, { places: contract.placesXsd(directory.url), problem: contract.problemXsd() }),
    ).toEqual([]);
    expect(inJson).toBe(inXml.length);
    expect(inJson).toBeGreaterThan(20);
  });
});
