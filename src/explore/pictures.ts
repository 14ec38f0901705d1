import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(__dirname, 'pictures');

/** @returns a picture of the demonstration data as SVG; undefined if there is none of this name */
export async function picture(name: string): Promise<string | undefined> {
  if (!/^[a-z]+-\d{1,2}\.svg$/.test(name)) return undefined;
  try {
    return await readFile(join(folder, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
