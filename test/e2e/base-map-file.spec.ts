import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Directory } from '../support/directory.js';
import { useDirectory } from '../support/use-directory.js';
import { useTemporaryFolder } from '../support/use-temporary-folder.js';

describe('a map file of /explore (MAP_PMTILES)', () => {
  const { directory } = useDirectory();
  const folder = useTemporaryFolder();
  const others: Directory[] = [];
  afterEach(async () => {
    for (const other of others.splice(0)) await other.stop({ keepDatabase: true });
  });

  const withFile = async (path: string): Promise<Directory> => {
    const other = await Directory.start({ MAP_PMTILES: path }, directory.database);
    others.push(other);
    return other;
  };

  it('is sent in parts', async () => {
    const path = join(folder, 'city.pmtiles');
    writeFileSync(path, 'PMTiles and more');
    const other = await withFile(path);
    expect((await other.get('/explore')).text).toContain('/explore/map.pmtiles');
    const response = await fetch(`${other.url}/explore/map.pmtiles`, { headers: { Range: 'bytes=3-6' } });
    expect([response.status, await response.text()]).toEqual([206, 'iles']);
    expect(response.headers.get('content-range')).toBe('bytes 3-6/16');
    expect(response.headers.get('content-type')).toBe('application/vnd.pmtiles');
    const etag = response.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const again = await fetch(`${other.url}/explore/map.pmtiles`, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    const beyond = await fetch(`${other.url}/explore/map.pmtiles`, { headers: { Range: 'bytes=16-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */16']);
    const replaced = await fetch(`${other.url}/explore/map.pmtiles`, { headers: { 'If-Match': '"other"' } });
    expect([replaced.status, await replaced.text()]).toEqual([412, '']);
  });

  it('is sent whole for ranges that are too long, and not at all if If-Match is', async () => {
    const path = join(folder, 'limited.pmtiles');
    writeFileSync(path, 'PMTiles and more');
    const { url } = await withFile(path);
    const read = (headers: Record<string, string>) => fetch(`${url}/explore/map.pmtiles`, { headers });
    const whole = await read({ Range: `bytes=3-6${',3-6'.repeat(1000)}` });
    expect([whole.status, await whole.text()]).toEqual([200, 'PMTiles and more']);
    const tag = whole.headers.get('etag') ?? '';
    expect((await read({ 'If-Match': `"other", ${tag}` })).status).toBe(200);
    expect((await read({ 'If-Match': `${tag},`.repeat(1000) })).status).toBe(412);
  });

  it('replaces the streets, which are then not public', async () => {
    const other = await withFile(join(folder, 'any.pmtiles'));
    const { status, body } = await other.get('/explore/map/0/0/0.mvt');
    expect([status, body.code]).toEqual([404, 'route_not_found']);
    expect(body.detail).toContain('MAP_PMTILES');
    expect((await other.get('/explore/map.json')).body.tiles).toEqual([]);
  });

  it('is missing if there is none', async () => {
    const { status, body } = await (await withFile(join(folder, 'none.pmtiles'))).get('/explore/map.pmtiles');
    expect([status, body.code]).toEqual([404, 'route_not_found']);
    expect(body.detail).toContain('MAP_PMTILES');
  });
});
