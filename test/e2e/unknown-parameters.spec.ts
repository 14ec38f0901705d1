import { Reflector } from '@nestjs/core';
import { ACCESS, type RouteAccess } from '../../src/auth/access.js';
import { OWN_FORMAT } from '../../src/http/format.js';
import { DeclaredRoutes } from '../../src/http/routes.js';
import { aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

describe('an unknown query parameter', () => {
  const { directory, tokens } = useDirectory({
    users: [aUser({ id: 'maria' })],
    tokens: ['application', 'trusted', 'maria'],
  });

  /** Every route that responds in JSON and XML, with a token that it accepts. */
  function routes(): { path: string; token: string }[] {
    const reflector = directory.app.get(Reflector);
    const byKind = { application: tokens.application, trusted: tokens.trusted, user: tokens.maria };
    return directory.app
      .get(DeclaredRoutes)
      .all()
      .filter(({ handler, controller }) => !reflector.getAllAndOverride<boolean>(OWN_FORMAT, [handler, controller]))
      .flatMap(({ handler, paths }) => {
        const access = reflector.get<RouteAccess>(ACCESS, handler);
        const token = byKind[access.public ? 'application' : (access.kinds[0] ?? 'application')];
        return paths.map((path) => ({ path: path.replace(/:\w+/g, 'x'), token }));
      });
  }

  it('is named in X-Ignored-Parameters on every route', async () => {
    const all = routes();
    expect(all.length).toBeGreaterThan(15);
    for (const { path, token } of all) {
      const { headers } = await directory.get(`${path}?unknown=1`, token);
      expect([path, headers.get('x-ignored-parameters')]).toEqual([path, 'unknown']);
    }
  });

  it('is rejected on every route with Prefer: handling=strict', async () => {
    for (const { path, token } of routes()) {
      const { status, body } = await directory.get(`${path}?unknown=1`, token, { Prefer: 'handling=strict' });
      expect([path, status, body.code]).toEqual([path, 400, 'invalid_parameter']);
      expect(body.errors).toContainEqual(expect.objectContaining({ parameter: 'unknown' }));
    }
  });
});
