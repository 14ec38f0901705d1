import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer } from './directory.js';
import { readXml } from './xml.js';

/** Compares a body with the committed test/golden/NAME. `UPDATE_GOLDEN=1` writes the body to that file first. */
export function expectGolden(name: string, text: string): void {
  const file = join(process.cwd(), 'test/golden', name);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}

/** Compares a value with the committed test/golden/NAME.json, as `expectGolden` does. */
export function expectGoldenJson(name: string, value: unknown): void {
  expectGolden(`${name}.json`, `${JSON.stringify(value, undefined, 2)}\n`);
}

/**
 * Requests a path in JSON and XML. Expects the same value in both formats, and the committed bodies NAME.json and NAME.xml.
 *
 * @returns the response in JSON
 */
export async function expectGoldenFormats(
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>,
  path: string,
  name: string,
  status = 200,
): Promise<Answer> {
  const media = status === 200 ? 'application/' : 'application/problem+';
  const json = await get(path);
  expect([json.status, json.headers.get('content-type')]).toEqual([status, `${media}json; charset=utf-8`]);
  expectGolden(`${name}.json`, json.text);
  const xml = await get(path, { Accept: 'application/xml' });
  expect([xml.status, xml.headers.get('content-type')]).toEqual([status, `${media}xml; charset=utf-8`]);
  expectGolden(`${name}.xml`, xml.text);
  expect(await readXml(xml.text, json.body as object)).toEqual(json.body);
  return json;
}
