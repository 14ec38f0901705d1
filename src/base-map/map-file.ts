import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { isOutOfDescriptors } from '../http/problems.js';
import { errorMessage } from '../config/error-message.js';

/** The file of `MAP_PMTILES` is missing, unreadable or no map. */
export class MapFileError extends Error {}

/** The header of PMTiles version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
const header = { bytes: 127, magic: 'PMTiles', version: 3 };

/** Positions of the pairs of offset and length in the header: 64 bits each, the lower bytes first. */
const sections = { 'root directory': 8, metadata: 24, 'leaf directories': 40, 'tile data': 56 };

/** The root directory is in the first bytes of the file, which clients read at once. */
const rootWithin = 16_384n;

/**
 * The file of `MAP_PMTILES`, which anybody may read in parts. Only a file of PMTiles is served: any other one may be
 * private.
 */
@Injectable()
export class MapFile {
  private readonly logger = new Logger(MapFile.name);
  private readonly file: string | undefined;
  /** The state of the file that was checked last, and what is wrong with it. */
  private checked: { state: string; fault: string | undefined } = { state: '', fault: undefined };

  /** @throws MapFileError if the file is missing, unreadable or no map */
  constructor(@Inject(ENVIRONMENT) { MAP_PMTILES: path }: Pick<Environment, 'MAP_PMTILES'>) {
    if (path === undefined) return;
    this.file = resolve(path);
    const fault = this.check(this.file);
    if (fault !== undefined) throw new MapFileError(`The map (MAP_PMTILES) cannot be served from ${path}: ${fault}`);
  }

  /** The path of the file. Undefined without `MAP_PMTILES`, and while another file has replaced it that is no map. */
  get path(): string | undefined {
    if (this.file === undefined) return undefined;
    const before = this.checked.fault;
    const fault = this.check(this.file);
    if (fault !== before) {
      if (fault === undefined) this.logger.log(`The map (MAP_PMTILES) is served again from ${this.file}`);
      else this.logger.error(`The map (MAP_PMTILES) is not served any more from ${this.file}: ${fault}`);
    }
    return fault === undefined ? this.file : undefined;
  }

  /** Reads the header again if the file has changed. @returns what is wrong with the file */
  private check(file: string): string | undefined {
    try {
      const stats = statSync(file);
      const state = [stats.dev, stats.ino, stats.size, stats.mtimeMs].join(' ');
      if (state !== this.checked.state) this.checked = { state, fault: faultOf(file, stats) };
    } catch (error) {
      if (isOutOfDescriptors(error)) throw error;
      this.checked = { state: '', fault: errorMessage(error) };
    }
    return this.checked.fault;
  }
}

function faultOf(file: string, stats: Stats): string | undefined {
  // A pipe or a device would keep the reader waiting.
  if (!stats.isFile()) return 'it is no file';
  const bytes = Buffer.alloc(header.bytes);
  const descriptor = openSync(file, 'r');
  const read = readSync(descriptor, bytes, 0, bytes.length, 0);
  closeSync(descriptor);
  if (read < bytes.length || bytes.toString('latin1', 0, 7) !== header.magic) return 'it is no PMTiles file';
  const version = bytes.readUInt8(7);
  if (version !== header.version) return `it has version ${version} of PMTiles instead of ${header.version}`;
  for (const [name, at] of Object.entries(sections)) {
    const [start, length] = [bytes.readBigUInt64LE(at), bytes.readBigUInt64LE(at + 8)];
    if (length === 0n && name !== 'root directory') continue;
    const end = name === 'root directory' ? rootWithin : BigInt(stats.size);
    if (length === 0n || start < BigInt(header.bytes) || start + length > end || start + length > BigInt(stats.size))
      return `its ${name} is not where the header says; is the file incomplete?`;
  }
  return undefined;
}
