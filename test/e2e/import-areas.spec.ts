import { waitUntil } from '../support/retry.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

describe('after an import', () => {
  const cli = useCommandLine();
  const { get } = useDirectory({ over: cli });

  // The areas of the directory are computed once a day.
  it('words name the cities and kinds of its places', async () => {
    const address = { city: 'Odense', country: 'DK' };
    const libraries = { id: 'b', name: 'Bibliotek' };
    const places = ['Dalum', 'Vollsmose', 'Bolbro'].map((name) => ({
      id: name,
      name,
      address,
      categories: [libraries],
    }));
    expect(await cli.import('places', places)).toMatchObject({ status: 0 });
    // Far below the interval, and enough for a busy machine.
    await waitUntil(async () => (await get('/v2/places?q=library+odense')).body.results.header.found === 3, 30);
  });
});
