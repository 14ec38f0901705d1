import { hashSecret, verifySecret } from '../../src/auth/passwords.js';
import { Links } from '../../src/http/links.js';
import { registeredRoutes } from '../support/routes.js';
import { searchable } from '../support/searchable.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

const aPlace = (id: string, more: object = {}): object => ({ id, name: `Place ${id}`, ...more });
const aUser = (id: string, more: object = {}): object => ({ id, name: `User ${id}`, ...more });

/** A category that only these lines have. */
const category = (id: string, name: string, subcategory?: { id: string; name: string }): object => ({
  categories: [{ id, name, ...(subcategory && { subcategory }) }],
});

describe('import', () => {
  const cli = useCommandLine();

  describe('of users', () => {
    it('rejects an e-mail address of another user, ignoring case', async () => {
      await cli.import('users', [aUser('holder', { email: 'held@example.org' })]);
      const { messages } = await cli.import('users', [
        aUser('rival', { email: 'HELD@example.org' }),
        aUser('first', { email: 'new@example.org' }),
        aUser('second', { email: 'New@example.org' }),
      ]);
      expect(messages).toContain(':1: email: "HELD@example.org" belongs to the user "holder"\n');
      expect(messages).toContain(':3: email: "New@example.org" belongs to the user "first"\n');
      expect(await cli.query(`SELECT id FROM users WHERE id IN ('rival', 'first', 'second')`)).toEqual([
        { id: 'first' },
      ]);
    });

    it('takes both forms of an international domain for one address', async () => {
      await cli.query(`INSERT INTO users (id, name, email) VALUES ('elsewhere', 'x', 'old@xn--mnchen-3ya.example')`);
      const { messages } = await cli.import('users', [
        aUser('ascii', { email: 'new@xn--mnchen-3ya.example' }),
        aUser('unicode', { email: 'new@MÜNCHEN.example' }),
        aUser('again', { email: 'old@münchen.example' }),
      ]);
      expect(messages).toContain(':2: email: "new@münchen.example" belongs to the user "ascii"\n');
      expect(messages).toContain(':3: email: "old@münchen.example" belongs to the user "elsewhere"\n');
      const create = (email: string) => cli.run(['users', 'create', '--name', 'x', '--email', email]);
      for (const email of ['old@münchen.example', 'new@xn--mnchen-3ya.example']) {
        expect((await create(email)).messages).toContain('Another user has this identifier or e-mail address.');
        expect((await cli.run(['users', 'list', '--email', email, '--json'])).output).toMatch(/"(ascii|elsewhere)"/);
      }
      expect(await cli.query(`SELECT email FROM users WHERE id IN ('ascii', 'unicode', 'again')`)).toEqual([
        { email: 'new@münchen.example' },
      ]);
    });

    it('moves an address from one user to another', async () => {
      await cli.import('users', [aUser('giver', { email: 'given@example.org' })]);
      const { status } = await cli.import('users', [aUser('giver'), aUser('a-taker', { email: 'given@example.org' })]);
      expect(status).toBe(0);
      expect(await cli.query(`SELECT id FROM users WHERE email = 'given@example.org'`)).toEqual([{ id: 'a-taker' }]);
    });

    it('hashes a password once, and keeps the hash if a line has no password', async () => {
      const secret = async (): Promise<unknown[]> =>
        cli.query(`SELECT password_hash, xmin FROM users WHERE id = 'secretive'`);
      const line = aUser('secretive', { password: 'a password' });
      await cli.import('users', [line]);
      const first = await secret();
      expect(first).toEqual([expect.objectContaining({ password_hash: expect.stringMatching(/^\$argon2id\$/) })]);
      await cli.import('users', [line]);
      await cli.import('users', [aUser('secretive')]);
      expect(await secret()).toEqual(first);
      await cli.import('users', [{ ...line, password: 'another password' }]);
      expect(await secret()).not.toEqual(first);
    });

    it('hashes a whole batch', async () => {
      const lines = Array.from({ length: 210 }, (_, at) => aUser(`hashed-${at}`, { password: `password ${at}` }));
      expect((await cli.import('users', lines)).report).toContain('210 new, 0 changed, 0 unchanged, 0 rejected');
      expect((await cli.import('users', lines)).report).toContain('0 new, 0 changed, 210 unchanged, 0 rejected');
    });

    it('keeps password and disabled of an earlier line of the same file', async () => {
      const stored = (ids: string[]) =>
        cli.query(
          'SELECT id, password_hash IS NOT NULL AS hashed, disabled FROM users WHERE id = ANY($1) ORDER BY id',
          [ids],
        );
      const disabled = 1_700_000_000_000;
      await cli.import('users', [
        aUser('twice-a', { password: 'a password' }),
        aUser('twice-b', { disabled, password: 'a password' }),
        aUser('twice-a', { disabled }),
        aUser('twice-b'),
        aUser('twice-a', { name: 'The last name' }),
      ]);
      expect(await stored(['twice-a', 'twice-b'])).toEqual([
        { id: 'twice-a', hashed: true, disabled: new Date(disabled) },
        { id: 'twice-b', hashed: true, disabled: new Date(disabled) },
      ]);
      expect(await cli.query(`SELECT name FROM users WHERE id = 'twice-a'`)).toEqual([{ name: 'The last name' }]);
    });

    it('uses the later of a password and a hash in the same file', async () => {
      const hash = await hashSecret('the later password');
      await cli.import('users', [
        aUser('hash-later', { password: 'the earlier password' }),
        aUser('hash-later', { passwordHash: hash }),
        aUser('password-later', { passwordHash: hash }),
        aUser('password-later', { password: 'another password' }),
      ]);
      const [later, password] = await cli.query<{ password_hash: string }>(
        `SELECT password_hash FROM users WHERE id IN ('hash-later', 'password-later') ORDER BY id`,
      );
      expect(later?.password_hash).toBe(hash);
      expect(await verifySecret('another password', password?.password_hash ?? '')).toBe(true);
    });

    it('never enables a disabled user', async () => {
      const disabled = () => cli.query(`SELECT disabled FROM users WHERE id = 'shut-out'`);
      await cli.import('users', [aUser('shut-out', { disabled: 1_700_000_000_000 })]);
      expect(await disabled()).toEqual([{ disabled: new Date(1_700_000_000_000) }]);
      await cli.import('users', [aUser('shut-out', { name: 'Another name' })]);
      expect(await disabled()).toEqual([{ disabled: new Date(1_700_000_000_000) }]);
      const { output } = await cli.run(['export', 'users']);
      expect(output).toMatch(/"id":"shut-out".*"disabled":1700000000000/);
    });
  });

  describe('of categories', () => {
    const namesOf = (id: string): Promise<unknown[]> =>
      cli.query(
        'SELECT c.name, s.name AS sub FROM categories c LEFT JOIN subcategories s ON s.category_id = c.id WHERE c.id = $1 ORDER BY s.id',
        [id],
      );

    it('changes names, also in the index; places only create missing categories', async () => {
      await cli.import('places', [aPlace('named', category('n', 'Named', { id: 'n1', name: 'Part' }))]);
      await cli.import('places', [aPlace('other', category('n', 'Otherwise', { id: 'n1', name: 'Otherwise' }))]);
      expect(await namesOf('n')).toEqual([{ name: 'Named', sub: 'Part' }]);
      await cli.import('categories', [{ id: 'n', name: 'Renamed', subcategories: [{ id: 'n1', name: 'Piece' }] }]);
      expect(await namesOf('n')).toEqual([{ name: 'Renamed', sub: 'Piece' }]);
      expect((await searchable(cli, 'fq=categories.category.name:Renamed')).sort()).toEqual(['named', 'other']);
    });

    it('accepts an exported category that exceeds the line limit of other kinds', async () => {
      const subcategories = Array.from({ length: 30_000 }, (_, at) => ({
        id: `osm-amenity-${at}`,
        name: `Part ${at}`,
      }));
      const { report } = await cli.import('categories', [{ id: 'large', name: 'Large', subcategories }]);
      expect(report).toContain('1 new, 0 changed, 0 unchanged, 0 rejected');
      await cli.run(['export', 'categories', '--output', `${cli.folder}/exported.ndjson`]);
      const again = await cli.run(['import', 'categories', `${cli.folder}/exported.ndjson`]);
      expect([again.status, again.report]).toEqual([0, expect.stringContaining('0 new, 0 changed')]);
      const long = await cli.import('categories', [{ id: 'longer', name: 'x'.repeat(4 * 1024 * 1024) }]);
      expect(long.messages).toContain('is longer than 4,194,304 bytes');
    });

    it('removes unlisted subcategories unless a place is in them', async () => {
      await cli.import('categories', [
        {
          id: 'r',
          name: 'R',
          subcategories: [
            { id: '1', name: 'Used' },
            { id: '2', name: 'Unused' },
          ],
        },
      ]);
      await cli.import('places', [aPlace('in-used', category('r', 'R', { id: '1', name: 'Used' }))]);
      const { report } = await cli.import('categories', [{ id: 'r', name: 'R', subcategories: [] }]);
      expect(report).toContain('0 new, 1 changed');
      expect(await namesOf('r')).toEqual([{ name: 'R', sub: 'Used' }]);
    });
  });

  it.each([
    'null',
    '[null]',
    '{}',
    '[{"id":1,"name":"n"}]',
    '[[{"id":"a","name":"n"}]]',
    '[{"id":"a"}]',
    '[{"id":"a","name":null}]',
  ])('cannot be bypassed with unreadable utilities: %s', async (utilities) => {
    const statement = 'INSERT INTO places (id, name, utilities) VALUES ($1, $1, $2::jsonb)';
    await expect(cli.query(statement, ['unreadable', utilities])).rejects.toThrow('places_utilities_named');
  });

  describe('of identifiers', () => {
    const { directory, get } = useDirectory({ over: cli });

    /** Kinds of records with a path of their own, a line of each, and its path. */
    const kinds: [kind: string, path: string, line: (id: string) => object][] = [
      ['places', '/v2/places/:placeId', (id) => aPlace(id)],
      ['users', '/v2/users/:userId', (id) => aUser(id)],
      ['categories', '/v2/categories/:categoryId', (id) => ({ id, name: 'x' })],
      [
        'reviews',
        '/v2/reviews/:reviewId',
        (id) => ({ id, user: 'author', place: 'reviewed', created: 1_700_000_000_000 }),
      ],
    ];

    beforeAll(async () => {
      await cli.import('users', [aUser('author')]);
      await cli.import('places', [aPlace('reviewed')]);
    });

    it('rejects what the routes give another meaning, in any case', async () => {
      const routes = registeredRoutes(directory.app);
      const rejected: string[] = [];
      for (const [kind, path, line] of kinds) {
        const own = routes.find((route) => route.path === path);
        const parent = path.slice(0, path.lastIndexOf('/') + 1);
        const names = routes
          .filter((route) => route !== own && route.path.startsWith(parent))
          .map((route) => route.path.slice(parent.length))
          .filter((name) => !name.startsWith(':') && !name.includes('/'));
        const titled = names.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
        for (const id of ['.', '..', ...names, ...titled, ...names.map((name) => name.toUpperCase())]) {
          const { messages } = await cli.import(kind, [line(id)]);
          expect([kind, id, messages]).toEqual([
            kind,
            id,
            expect.stringContaining(`${JSON.stringify(id)} is reserved`),
          ]);
          rejected.push(id);
        }
      }
      expect(rejected).toEqual(expect.arrayContaining(['fields', 'Suggest', 'TILES.JSON']));
      expect((await cli.import('users', [aUser('ME')])).messages).toContain('"ME" is reserved');
    });

    it.each(kinds)('links each of %s to itself, whatever the characters', async (kind, _, line) => {
      const ids = [
        ...['a/b', '/a', 'a/', 'fields/', '/fields', 'a/../b', '../a', 'a/hours', 'hours', 'tiles', 'tiles/0/0/0.mvt'],
        ...['%66ields', 'a%2Fb', '%2e%2e', '%', 'a?b=c', 'a#b', 'a&b', 'a b', 'a+b', 'a;b', 'a\\b', ':id', '*', '...'],
        ...['"<>"', "l'été", 'Ünï', '日本', '😀', 'verify', 'a@b.example', 'me/following', 'null', '-', '_', '~'],
      ];
      const { messages, report } = await cli.import(kind, ids.map(line));
      expect([messages, report]).toEqual(['', expect.stringContaining(' 0 rejected')]);
      const root = { places: 'place', users: 'user', categories: 'category', reviews: 'review' }[kind] ?? '';
      for (const id of ids) {
        const { uri } = new Links(directory.url)[root as 'place'](id);
        // As clients do: `URL` resolves dots.
        const { pathname } = new URL(uri);
        const { status, body } = await get(pathname);
        expect([status, body[root]?.id, body[root]?.link.uri]).toEqual([200, id, uri]);
        expect((await get(`${pathname}/`)).body[root]?.id).toBe(id);
      }
    });
  });
});
