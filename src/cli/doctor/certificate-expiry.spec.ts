import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { certificateExpiry } from './certificate-expiry.js';

const daysFromNow = (days: number) => Date.now() + days * 86_400_000;

describe('the expiry of a certificate', () => {
  let folder: string;
  const servers: Server[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'certificates-'));
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
    const request = ['req', '-nodes', '-newkey', 'rsa:2048'];
    openssl(...request, '-x509', '-subj', '/CN=authority', '-days', '10', '-keyout', 'ca.key', '-out', 'ca.pem');
    openssl(...request, '-subj', '/CN=node', '-keyout', 'node.key', '-out', 'node.csr');
    const signed = ['x509', '-req', '-in', 'node.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-set_serial', '1'];
    openssl(...signed, '-days', '100', '-out', 'node.pem');
  });
  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true });
  });

  async function serve(server: Server): Promise<URL> {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const serveCertificates = (...names: string[]) =>
    serve(createServer({ key: read('node.key'), cert: names.map(read).join('\n') }));

  it.each([
    ['the certificate alone', ['node.pem'], 100],
    ['its authority, if the server sends it and it expires before', ['node.pem', 'ca.pem'], 10],
  ])('is that of %s', async (_, names, days) => {
    const expiry = await certificateExpiry(await serveCertificates(...names));
    expect(Math.abs(expiry.getTime() - daysFromNow(days))).toBeLessThan(60_000);
  });

  it('is an error if the server speaks no TLS', async () => {
    const address = await serve(createPlainServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    await expect(certificateExpiry(address)).rejects.toThrow('wrong version number');
  });
});
