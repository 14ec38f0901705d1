import { Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';

describe('GET /v2/users/{userId}', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await Directory.start();
    await directory.add({ users: [aUser({ id: 'maria', name: 'Maria São', birth: '1988-04-04' })] });
  });

  afterAll(() => directory.stop());

  it('answers the user with every field in the order of the interface', async () => {
    const { status, text, headers } = await directory.get('/v2/users/maria', await directory.token());
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(text).toBe(
      JSON.stringify({
        user: {
          id: 'maria',
          link: { rel: 'self', uri: `${directory.url}/v2/users/maria` },
          name: 'Maria São',
          birth: '04-04-1988',
          gender: 'F',
          photos: {
            small: 'https://img.example.org/maria/small.jpg',
            medium: 'https://img.example.org/maria/medium.jpg',
            large: 'https://img.example.org/maria/large.jpg',
            original: 'https://img.example.org/maria/original.jpg',
          },
          statistics: { reviews: 1, places: 2, photos: 3, checkins: 4 },
        },
      }),
    );
  });
});
