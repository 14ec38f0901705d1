import { randomUUID } from 'node:crypto';
import { type SearchLanguage } from '../../src/config/values.js';
import { indexDefinition } from '../../src/places/search-index/mapping.js';
import { elasticsearch } from '../support/elasticsearch.js';

/** Which words are plurals of each other. Elasticsearch's analyzer decides. */
describe('plurals', () => {
  /** The words under which the index of a language finds a word. */
  async function stemsOf(language: SearchLanguage, words: readonly string[]): Promise<ReadonlySet<string>[]> {
    const index = `plurals-${language}-${randomUUID()}`;
    const { settings } = indexDefinition({ languages: [language] });
    expect((await elasticsearch(index, 'PUT', { settings: { analysis: settings.analysis } })).status).toBe(200);
    try {
      const text = words.join(' ');
      const response = await elasticsearch(`${index}/_analyze`, 'POST', { analyzer: 'stems', text });
      const { tokens } = (await response.json()) as { tokens: { token: string; position: number }[] };
      return words.map((_, at) => new Set(tokens.filter(({ position }) => position === at).map(({ token }) => token)));
    } finally {
      await elasticsearch(index, 'DELETE');
    }
  }

  /** Those of the pairs whose words find each other. */
  async function foundPairs(language: SearchLanguage, pairs: readonly string[]): Promise<string[]> {
    const stems = await stemsOf(
      language,
      pairs.flatMap((pair) => pair.split('/')),
    );
    return pairs.filter((_, at) => {
      const [one, other] = stems.slice(2 * at, 2 * at + 2);
      return [...(one ?? [])].some((stem) => other?.has(stem));
    });
  }

  it.each<[SearchLanguage, string]>([
    ['da', 'bager/bagere bageri/bagerier restaurant/restauranter café/caféer hotel/hoteller butik/butikker'],
    ['da', 'tandlæge/tandlæger skole/skoler kro/kroer sygehus/sygehuse frisør/frisører station/stationer'],
    [
      'de',
      'Schule/Schulen Bäckerei/Bäckereien Bank/Banken Supermarkt/Supermärkte Krankenhaus/Krankenhäuser Café/Cafés',
    ],
    ['en', 'library/libraries church/churches pizza/pizzas bus/buses movie/movies potato/potatoes taxi/taxis'],
    ['es', 'panadería/panaderías hotel/hoteles restaurante/restaurantes'],
    ['fi', 'ravintola/ravintolat koulu/koulut'],
    ['fr', 'château/châteaux hôpital/hôpitaux boulangerie/boulangeries lieu/lieux'],
    ['it', 'pizza/pizze ristorante/ristoranti banca/banche albergo/alberghi farmacia/farmacie'],
    ['nb', 'skole/skoler restaurant/restauranter kafé/kafeer butikk/butikker hotell/hoteller'],
    ['nl', 'winkel/winkels supermarkt/supermarkten bakkerij/bakkerijen school/scholen apotheek/apotheken'],
    ['pt', 'estação/estações farol/faróis luz/luzes padaria/padarias hotel/hotéis'],
    ['sv', 'skola/skolor restaurang/restauranger bageri/bagerier butik/butiker bil/bilar'],
  ])('of %s find their singulars: %s', async (language, pairs) => {
    expect(await foundPairs(language, pairs.split(' '))).toEqual(pairs.split(' '));
  });

  it.each<[SearchLanguage, string]>([
    ['da', 'bager/Bag bager/Bagge bagere/Bag lager/lag maler/mal kirke/kirkelig burger/Burg Vester/Vest'],
    ['de', 'Bäcker/Back Graben/Grab Fischer/Fisch basis/Basin'],
    ['en', 'golf/golfers mooring/Moor fin/finials marion/marees sphere/spherion bus/bu glass/glas'],
    ['es', 'gato/gata puerto/puerta'],
    ['fr', 'repas/repasser lit/litter médecine/médecins ferme/fermée'],
    ['it', 'porto/porta'],
    ['pt', 'ponte/ponto porto/porta'],
  ])('of %s are no other words: %s', async (language, pairs) => {
    expect(await foundPairs(language, pairs.split(' '))).toEqual([]);
  });
});
