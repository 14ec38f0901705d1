import { isDeepStrictEqual } from 'node:util';
import { readXml } from '../support/xml.js';
import { type Case } from './case.js';
import { type FuzzResponse, send, sendBytes } from './exchange.js';

/** Maximum time of a response, in milliseconds. */
const maxResponseMs = 3000;

/** Maximum size of an error's body, in bytes: twenty faults. */
const maxErrorBytes = 65_536;

/** The characters that XML 1.0 (section 2.2) forbids. */
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

export interface Verdict {
  faults: string[];
  /** Milliseconds. */
  slowest: number;
  status: number;
  /** Whether the response in XML was compared with the one in JSON. */
  compared: boolean;
}

/** Sends a case, in both formats if possible, and returns the faults of the responses. */
export async function judge(url: string, id: string, given: Case): Promise<Verdict> {
  if (given.kind === 'bytes') {
    const response = await sendBytes(url, given.message);
    return { faults: faultsOf(response), slowest: response.ms, status: response.status, compared: false };
  }
  // These choose the format themselves.
  if (given.kind === 'headers' || given.kind === 'forms') {
    const response = await send(url, given);
    const faults = [...faultsOf(response), ...(await formatFaults(response))];
    return { faults, slowest: response.ms, status: response.status, compared: false };
  }
  const as = (format: string): Promise<FuzzResponse> =>
    send(url, { ...given, headers: { ...given.headers, Accept: `application/${format}`, 'X-Request-Id': id } });
  const json = await as('json');
  const xml = await as('xml');
  const faults = [...faultsOf(json), ...faultsOf(xml)];
  // A limit, such as that of open cursors, may have been reached or left between the two.
  const isOneLimited = (json.status === 429) !== (xml.status === 429);
  if (json.status !== xml.status && !isOneLimited) faults.push(`JSON ${json.status}, XML ${xml.status}`);
  const compared = !isOneLimited && isJson(json) && isXml(xml) && json.body.length > 0 && xml.body.length > 0;
  if (compared) faults.push(...(await differences(json, xml)));
  else faults.push(...(await formatFaults(json)), ...(await formatFaults(xml)));
  return { faults, slowest: Math.max(json.ms, xml.ms), status: json.status, compared };
}

function faultsOf({ status, ms, body, type }: FuzzResponse): string[] {
  const faults: string[] = [];
  if (status >= 500) faults.push(`status ${status}: ${body.toString('utf8', 0, 300)}`);
  if (ms > maxResponseMs) faults.push(`${Math.round(ms)} ms`);
  if (status >= 400 && body.length > maxErrorBytes && !type.startsWith('text/html'))
    faults.push(`an error of ${body.length} bytes`);
  return faults;
}

function isJson({ type }: FuzzResponse): boolean {
  return /^application\/(problem\+)?json; charset=utf-8$/.test(type);
}

function isXml({ type }: FuzzResponse): boolean {
  return /^application\/(problem\+)?xml; charset=utf-8$/.test(type);
}

/** The faults of a body that its content type does not describe. */
async function formatFaults(response: FuzzResponse): Promise<string[]> {
  if (response.body.length === 0) return [];
  try {
    if (isJson(response)) JSON.parse(response.body.toString());
    if (isXml(response)) await readXml(strict(response), {});
    return [];
  } catch (error) {
    return [`cannot be read: ${String(error)}`];
  }
}

async function differences(json: FuzzResponse, xml: FuzzResponse): Promise<string[]> {
  try {
    const twin = JSON.parse(json.body.toString()) as object;
    const read = comparable(await readXml(strict(xml), twin));
    if (isDeepStrictEqual(read, comparable(twin))) return [];
    return [
      `XML is not its JSON:\n${JSON.stringify(read).slice(0, 1500)}\n${JSON.stringify(comparable(twin)).slice(0, 1500)}`,
    ];
  } catch (error) {
    return [`XML cannot be read: ${String(error)}`];
  }
}

function strict({ body }: FuzzResponse): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  if (text.search(forbidden) >= 0) throw new Error('The body has a character that XML forbids');
  return text;
}

/** A value without characters that XML forbids and without cursors, which differ each time. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = value.replace(forbidden, '');
    // The XML reader drops text that is only white space.
    return text.trim() === '' ? '' : text;
  }
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) => name !== 'nextCursorMark' && !(name === 'next' && String(member).includes('cursorMark=')),
  );
  return members.length === 0 ? '' : Object.fromEntries(members.map(([name, member]) => [name, comparable(member)]));
}
