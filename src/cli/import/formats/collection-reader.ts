import { createHash } from 'node:crypto';
import { countOf, namesAndMore } from '../../visible-text.js';
import { type Line, LineAssembler } from '../line-reader.js';
import { otherSystemIn, OtherSystemError } from './reference-system.js';

/** Fields that hold the records of a collection: GeoJSON (RFC 7946) and Overpass. */
const collectionMembers = ['features', 'elements'];

/** Outlines of large areas are long. */
export const maxRecordBytes = 4 * 1024 * 1024;

const byte = {
  colon: 0x3a,
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  open: 0x5b,
  close: 0x5d,
  begin: 0x7b,
  end: 0x7d,
  feed: 0x0a,
};

const endless = 'the list of records does not end';
const secondList = 'it has two lists of records; a file must hold one collection';
const trailingContent = 'text follows the collection; a file must hold one collection, or one record per line';

/**
 * Members of a collection that say whether the list is incomplete, or of which reference system its coordinates are (`crs`). Overpass
 * gives the reason as `remark`. OGC API Features and WFS have the counts and `links`, ArcGIS `exceededTransferLimit` (also in
 * `properties`), and Django `next`.
 */
const facts = [
  ...['remark', 'numberMatched', 'totalFeatures', 'numberReturned', 'links', 'next'],
  ...['exceededTransferLimit', 'properties', 'crs'],
];

const maxTextLength = 500;

/** Characters that are read of the value of such a member. */
const maxFactLength = 65_536;

/** What a collection from a web service says about its page, and about the other pages. */
export interface CollectionPage {
  /** The records in the file. */
  read: number;
  /** The number of records in the file, as the service states it. */
  returned: number | undefined;
  /** The number of records on all pages. */
  matched: number | undefined;
  /** Whether another page follows. */
  hasMore: boolean;
  /** Equal for two files of the same page. */
  digest: string;
}

/** Scans JSON byte by byte to find where the records of a collection start and end. */
class Scanner {
  /** Nesting depth of the records; undefined before the list starts. */
  listDepth: number | undefined;
  closed = false;
  /** Whether the first value has ended. */
  over = false;
  /** The members of the collection that are facts, as written in JSON, one character for each byte. */
  readonly facts: { name: string; json: string }[] = [];
  private fact: { name: string; json: string } | undefined;
  private depth = 0;
  private inText = false;
  private escaped = false;
  /** The last string at depth 1. */
  private text = '';
  /** The last key at depth 1, to detect the key of the list. */
  key = '';

  /** @returns `separator` at the end of a record, `inside` within a record, else `outside` */
  step(code: number): 'separator' | 'inside' | 'outside' {
    if (this.fact && this.fact.json.length < maxFactLength) this.fact.json += String.fromCharCode(code);
    if (this.inText) return this.stepInText(code);
    const depthBefore = this.depth;
    switch (code) {
      case byte.quote:
        this.inText = true;
        if (this.depth === 1) this.text = '';
        break;
      case byte.comma:
        if (this.depth === 1) this.endMember();
        break;
      case byte.colon:
        if (this.depth === 1) this.beginMember();
        break;
      case byte.open:
      case byte.begin:
        this.open(code);
        break;
      case byte.close:
      case byte.end:
        this.depth -= 1;
        if (this.depth === 0) this.endMember();
        this.over ||= this.depth <= 0;
    }
    if (this.listDepth === undefined || this.closed || depthBefore < this.listDepth) return 'outside';
    if (depthBefore > this.listDepth) return 'inside';
    this.closed = this.depth < this.listDepth;
    if (this.closed && code !== byte.close) throw new Error(endless);
    return this.closed || code === byte.comma ? 'separator' : 'inside';
  }

  private stepInText(code: number): 'inside' | 'outside' {
    const ends = code === byte.quote && !this.escaped;
    this.escaped = code === byte.backslash && !this.escaped;
    if (ends) this.inText = false;
    else if (this.depth === 1 && this.text.length < maxTextLength) this.text += String.fromCharCode(code);
    return this.listDepth !== undefined && !this.closed && this.depth >= this.listDepth ? 'inside' : 'outside';
  }

  private beginMember(): void {
    this.key = this.text;
    if (facts.includes(this.key)) this.fact = { name: this.key, json: '' };
  }

  /** Called at the comma or brace behind a value. */
  private endMember(): void {
    this.key = '';
    if (this.fact) this.facts.push({ ...this.fact, json: this.fact.json.replace(/[,}]$/, '') });
    if (this.fact?.name === 'crs') this.checkSystem();
    this.fact = undefined;
  }

  /** @throws OtherSystemError before the records are read, if the member precedes them */
  private checkSystem(): void {
    const other = valuesOf(this, 'crs')
      .map(otherSystemIn)
      .find((name) => name !== undefined);
    if (other !== undefined) throw new OtherSystemError(other);
  }

  private open(code: number): void {
    const isList =
      code === byte.open && (this.depth === 0 || (this.depth === 1 && collectionMembers.includes(this.key)));
    this.depth += 1;
    if (!isList) return;
    if (this.closed) throw new Error(secondList);
    this.listDepth ??= this.depth;
  }
}

/** Whether a file starts with a collection, rather than with one record per line. A record may have a member `features`, too. */
export function startsCollection(head: Buffer): boolean {
  const scanner = new Scanner();
  const members = new Set<string>();
  for (const [index, code] of head.entries()) {
    scanner.step(code);
    if (code === byte.colon) members.add(scanner.key);
    if (scanner.listDepth === 1) return true;
    if (scanner.listDepth !== undefined) return hasRecords(head.subarray(index + 1)) && !isRecord(members);
    if (scanner.over) return false;
  }
  return false;
}

/** Whether a list has objects, or none. @param rest the bytes after its bracket */
function hasRecords(rest: Buffer): boolean {
  const first = rest.find((code) => code > 0x20);
  return first === undefined || first === byte.begin || first === byte.close;
}

/** Collections may have a name, and perhaps an identifier. @param members that precede the list */
function isRecord(members: ReadonlySet<string>): boolean {
  return members.has('id') && members.has('name') && !members.has('type');
}

/** Whether a file starts with an object that goes on in the next line, rather than with one record per line. */
export function startsLongObject(head: Buffer): boolean {
  const text = head.toString('latin1');
  const end = text.indexOf('\n');
  // After a line that is cut off, the next record follows, which starts with a brace.
  if (end === -1 || !/^(?:\xef\xbb\xbf)?[\s\x1e]*\{/.test(text) || !/^\s*["}\]]/.test(text.slice(end))) return false;
  const scanner = new Scanner();
  for (const code of head.subarray(0, end)) scanner.step(code);
  return !scanner.over;
}

/**
 * Splits a collection into its records, in constant memory. Yields each record as a line without line breaks, numbered by
 * the line where the record starts. So an invalid record can be rejected alone; a parser of the whole file would stop there.
 *
 * @returns what the collection says about its page
 * @throws Error if the collection does not end, has a second list, has a remark that it is incomplete, or text follows it;
 * OtherSystemError
 */
export async function* readCollection(
  chunks: AsyncIterable<Buffer>,
  maxBytes = maxRecordBytes,
): AsyncGenerator<Line, CollectionPage> {
  const scanner = new Scanner();
  const record = new LineAssembler(maxBytes);
  const hash = createHash('sha256');
  let read = 0;
  let line = 1;
  for await (const chunk of chunks) {
    let start: number | undefined;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk[index] ?? 0;
      if (code === byte.feed) line += 1;
      else if (scanner.over && code > 0x20) throw new Error(trailingContent);
      switch (scanner.step(code)) {
        case 'inside':
          if (start === undefined && (record.isOpen || code > 0x20)) {
            start = index;
            if (!record.isOpen) record.number = line;
          }
          if (code < 0x20) chunk[index] = 0x20;
          break;
        case 'separator':
          if (start !== undefined || record.isOpen) {
            const last = chunk.subarray(start ?? index, index);
            hash.update(last);
            read += 1;
            yield { ...record.end(last), feature: read };
          }
          start = undefined;
          break;
        case 'outside':
      }
    }
    if (start !== undefined) {
      const part = chunk.subarray(start);
      hash.update(part);
      record.add(part);
    }
  }
  if (!scanner.closed) throw new Error(endless);
  if (!scanner.over) throw new Error('the collection does not end');
  const remark = valuesOf(scanner, 'remark').find((value) => typeof value === 'string' && value !== '');
  // The report ends the sentence.
  if (typeof remark === 'string') throw new Error(`it says: ${remark.slice(0, maxTextLength).replace(/\.$/, '')}`);
  return { ...pageOf(scanner), read, digest: hash.digest('hex') };
}

/** The values of a member. JSON may have the same member several times. */
function valuesOf({ facts: given }: Scanner, name: string): unknown[] {
  return given.flatMap((fact) => {
    if (fact.name !== name) return [];
    const text = Buffer.from(fact.json, 'latin1').toString().trim();
    try {
      return [JSON.parse(text) as unknown];
    } catch {
      // It is cut off, or no JSON.
      return [text];
    }
  });
}

function pageOf(scanner: Scanner): Omit<CollectionPage, 'read' | 'digest'> {
  // `unknown` is allowed, too.
  const numberOf = (name: string): number | undefined =>
    valuesOf(scanner, name)
      .filter((value) => /^\d{1,15}$/.test(String(value)))
      .map(Number)[0];
  const isTrue = (value: unknown): boolean => value === true || value === 'true';
  const membersOf = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  const links = valuesOf(scanner, 'links').flat();
  return {
    returned: numberOf('numberReturned'),
    matched: numberOf('numberMatched') ?? numberOf('totalFeatures'),
    hasMore:
      valuesOf(scanner, 'exceededTransferLimit').some(isTrue) ||
      valuesOf(scanner, 'properties').some((value) => isTrue(membersOf(value, 'exceededTransferLimit'))) ||
      valuesOf(scanner, 'next').some((value) => typeof value === 'string' && value !== '') ||
      links.some((link) => String(membersOf(link, 'rel')).toLowerCase() === 'next'),
  };
}

/** A page, and the name of its file. */
export type NamedPage = CollectionPage & { name: string };

/**
 * Says which pages of a web service are missing among the files of an import; undefined if none is missing. Pages with the same number
 * of matches belong together. They are complete if together they have that number of records.
 */
export function describeMissingPages(pages: readonly NamedPage[]): string | undefined {
  const parts = pages.filter((page) => !isWholeAlone(page));
  const cut = parts.find(({ returned, read }) => returned !== undefined && returned > read);
  if (cut)
    return `${cut.name} has ${cut.read.toLocaleString('en')} of the ${countOf(cut.returned ?? 0, 'record')} that it claims`;
  const uncounted = parts.find(({ matched }) => matched === undefined);
  if (uncounted)
    return `${uncounted.name} is a page of a web service, and more pages follow, whose number is not known`;
  for (const matched of new Set(parts.map((page) => page.matched ?? 0))) {
    const group = parts.filter((page) => page.matched === matched);
    const distinct = [...new Map(group.map((page) => [page.digest, page])).values()];
    const read = distinct.reduce((sum, page) => sum + page.read, 0);
    if (read === matched) continue;
    const names = group.slice(0, 3).map(({ name }) => name);
    const verb = group.length === 1 ? 'has' : 'have';
    const total = countOf(matched, 'record');
    return `${namesAndMore(names, group.length)} ${verb} ${read.toLocaleString('en')} of the ${total} of a web service`;
  }
  return undefined;
}

function isWholeAlone({ read, returned = 0, matched, hasMore }: CollectionPage): boolean {
  if (returned > read) return false;
  return matched === undefined ? !hasMore : read === matched || (read > matched && !hasMore);
}

/**
 * Splits objects that follow each other, each in any number of lines, in constant memory. Yields each as a line without line
 * breaks, numbered by the line where it starts.
 *
 * @throws Error if the last object does not end
 */
export async function* readObjects(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let scanner = new Scanner();
  const record = new LineAssembler(maxRecordBytes);
  let line = 1;
  for await (const chunk of chunks) {
    let start = record.isOpen ? 0 : undefined;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk[index] ?? 0;
      if (code === byte.feed) line += 1;
      if (code < 0x20) chunk[index] = 0x20;
      if (start === undefined) {
        if (code <= 0x20) continue;
        start = index;
        record.number = line;
      }
      scanner.step(code);
      if (!scanner.over) continue;
      yield record.end(chunk.subarray(start, index + 1));
      scanner = new Scanner();
      start = undefined;
    }
    if (start !== undefined) record.add(chunk.subarray(start));
  }
  if (record.isOpen) throw new Error('the last record does not end');
}
