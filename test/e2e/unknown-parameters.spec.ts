import { Reflector } from '@nestjs/core';
import { ACCESS, type Access } from '../../src/auth/access/access-decorator.js';
import { OWN_FORMAT } from '../../src/http/response/own-format-decorator.js';
import { DeclaredRoutes } from '../../src/http/routes/declared-routes.js';
import { Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';

describe('an unknown query parameter', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await Directory.start();
    await directory.add({ users: [aUser({ id: 'maria' })] });
  });

  afterAll(() => directory.stop());

  /** Every route that responds in JSON and XML, with a token that it accepts. */
  async function routes(): Promise<{ path: string; token: string }[]> {
    const reflector = directory.app.get(Reflector);
    const tokens = {
      application: await directory.token(),
      trusted: await directory.token('trusted'),
      user: await directory.token({ user: 'maria' }),
    };
    return directory.app
      .get(DeclaredRoutes)
      .all()
      .filter(({ handler, controller }) => !reflector.getAllAndOverride<boolean>(OWN_FORMAT, [handler, controller]))
      .flatMap(({ handler, paths }) => {
        const access = reflector.get<Access>(ACCESS, handler);
        const token = access.public ? tokens.application : tokens[access.kinds[0] ?? 'application'];
        return paths.map((path) => ({ path: path.replace(/:\w+/g, 'x'), token }));
      });
  }

  it('is named in X-Ignored-Parameters on every route', async () => {
    const all = await routes();
    expect(all.length).toBeGreaterThan(15);
    for (const { path, token } of all) {
      const { headers } = await directory.get(`${path}?unknown=1`, token);
      expect([path, headers.get('x-ignored-parameters')]).toEqual([path, 'unknown']);
    }
  });

  it('is rejected on every route with Prefer: handling=strict', async () => {
    for (const { path, token } of await routes()) {
      const { status, body } = await directory.get(`${path}?unknown=1`, token, { Prefer: 'handling=strict' });
      expect([path, status, body.code]).toEqual([path, 400, 'invalid_parameter']);
      expect(body.errors).toContainEqual(expect.objectContaining({ parameter: 'unknown' }));
    }
  });
});
