import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { type PackedEncoding } from '../response-cache/compressed-body.js';
import { startScript } from './start-script.js';

/** The files of the page by what they are for. Their names hold a hash of what is in them, so each can be kept for ever. */
export interface BundleNames {
  readonly script: string;
  readonly style: string;
  /** The outlines of countries: TopoJSON. */
  readonly outlines: string;
  /** The same for looking closely. */
  readonly fineOutlines: string;
  /** The licences of the packages in it. */
  readonly licences: string;
}

/** A file as it is sent. */
export interface BundleFile {
  readonly type: string;
  readonly body: Buffer;
  /** The same compressed, once for all; absent of what is small. */
  readonly packed?: Readonly<Record<PackedEncoding, Buffer>>;
  /** Whether another version of the service has something else under this name. */
  readonly lasting: boolean;
}

/** Made by explore/build.mjs, from the sources in explore/. */
const folder = join(__dirname, 'assets');

const types: Readonly<Record<keyof BundleNames, string>> = {
  script: 'text/javascript; charset=utf-8',
  style: 'text/css; charset=utf-8',
  outlines: 'application/json; charset=utf-8',
  fineOutlines: 'application/json; charset=utf-8',
  licences: 'text/plain; charset=utf-8',
};

/** The browser's part of the page. */
@Injectable()
export class Bundle {
  private read: Promise<BundleNames> | undefined;
  private readonly files = new Map<string, BundleFile>();

  async names(): Promise<BundleNames> {
    this.read ??= readFile(join(folder, 'bundle.json'), 'utf8').then((text) => JSON.parse(text) as BundleNames);
    return this.read;
  }

  /** A file of the bundle; undefined for any other name, those of other versions too. */
  async file(name: string): Promise<BundleFile | undefined> {
    if (name === 'start.js') return { type: types.script, body: Buffer.from(startScript), lasting: false };
    const known = this.files.get(name);
    if (known) return known;
    const [part] = Object.entries(await this.names()).find(([, file]) => file === name) ?? [];
    if (part === undefined) return undefined;
    const [body, br, gzip] = await Promise.all(
      ['', '.br', '.gz'].map((extension) => readFile(join(folder, name + extension))),
    );
    if (!body || !br || !gzip) return undefined;
    const file = { type: types[part as keyof BundleNames], body, packed: { br, gzip }, lasting: true };
    this.files.set(name, file);
    return file;
  }
}
