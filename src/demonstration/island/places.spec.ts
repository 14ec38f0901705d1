import { parsePlace } from '../../cli/import/records/place-schema.js';
import { CategoryKinds } from '../../places/kinds/category-kinds.js';
import { KindCatalogue } from '../../places/kinds/kind-catalogue.js';
import { isOpenAtInstant } from '../../places/opening-hours/open-week.js';
import { minuteOf } from '../../places/query/open.js';
import { Kinds } from '../../places/kinds/kinds.js';
import { type PlaceRecord } from '../../places/place.js';
import { fold } from '../../places/query/fold.js';
import { SynonymFile } from '../../places/synonyms/synonym-file.js';
import { activityOf } from './activity.js';
import { type House, housesOf } from './addresses.js';
import { isInside, projectOn } from './geometry.js';
import { hours, islandKinds } from './kinds.js';
import { picture } from './pictures.js';
import { courseOf } from './network.js';
import { type Island, island, samplePlan, sampleRecords } from './sample.js';
import { outdoorCategory, outdoorKinds, type Placed, placesOf } from './places.js';
import { portugueseDistrict } from './streets.js';

/** Metres from the middle of a street to the middle of a house on it. */
const FARTHEST = 30;

describe('the places of an island', () => {
  let drawn: Island;
  let houses: readonly House[];
  let placed: readonly Placed[];
  beforeAll(() => {
    drawn = island(7);
    houses = housesOf(drawn.town);
    placed = placesOf(houses, drawn.onEarth, 7);
  });

  const namesOf = (found: readonly Placed[]) => found.map(({ place }) => place.name);
  const recordOf = ({ place }: Placed) => place as unknown as PlaceRecord;

  it('are the same for the same seed, and so are their reviews, good and less good', () => {
    const again = island(7);
    const places = placesOf(housesOf(again.town), again.onEarth, 7).map(({ place }) => place);
    expect(JSON.stringify(places)).toBe(JSON.stringify(placed.map(({ place }) => place)));
    const { reviews } = activityOf(placed, 7);
    expect(activityOf(placed, 7).reviews).toEqual(reviews);
    const ratings = new Set(reviews.map((review) => (review as { rating: string }).rating));
    expect(ratings).toEqual(new Set(['2', '3', '4', '5']));
  });

  it('are about 3,000 of all kinds, each with an identifier of its own', () => {
    expect(placed.length).toBeGreaterThan(2800);
    expect(placed.length).toBeLessThan(3300);
    expect(new Set(placed.map(({ place }) => place.id)).size).toBe(placed.length);
    expect(new Set(placed.map(({ kind }) => kind)).size).toBe(islandKinds.length);
  });

  describe('outdoors', () => {
    const outdoors = sampleRecords().places.filter(({ categories }) =>
      JSON.stringify(categories).includes(outdoorCategory),
    );
    const { features } = samplePlan();
    const PIERS = ['Customs Pier', 'Fish Pier', 'Ferry Pier'];

    it('are the areas and the river that the map names outdoors, the piers and the harbour', () => {
      const named = features.flatMap(({ properties: { kind, name } }) =>
        ['park', 'beach', 'forest', 'water', 'river'].includes(kind) && name !== undefined ? [name] : [],
      );
      expect(outdoors.map(({ name }) => name).sort()).toEqual([...named, ...PIERS, 'Velmara Harbour'].sort());
      expect(named).toEqual(
        expect.arrayContaining(["Governor's Park", 'River Averill', 'Lake Averill', 'Gorse Hill', 'Tern Wood']),
      );
      const onMap = features.map(({ properties: { name } }) => name);
      expect(onMap).toEqual(expect.arrayContaining(PIERS));
      const parsed = outdoors.flatMap((place) => Object.keys(parsePlace(structuredClone(place))));
      expect(parsed).not.toContain('rejected');
    });

    it('lie where they are: the river between its banks, the harbour in the sea', () => {
      const isIn = (name: string, kind: string) => {
        const { lat, lng } = outdoors.find((place) => place.name === name)?.location ?? {};
        const rings = features.flatMap(({ geometry, properties }) =>
          properties.kind === kind && geometry.type === 'Polygon' ? geometry.coordinates : [],
        );
        return rings.some((ring) => isInside([Number(lng), Number(lat)], ring));
      };
      expect([isIn('River Averill', 'river'), isIn('River Averill', 'land')]).toEqual([true, true]);
      expect([isIn("Governor's Park", 'park'), isIn('Velmara Harbour', 'land')]).toEqual([true, false]);
    });

    it('have no reviews and no telephone', () => {
      const facts = outdoors.map(({ statistics, phones }) => ({ statistics, phones }));
      const none: unknown = { statistics: expect.objectContaining({ reviews: '0' }), phones: [] };
      expect([facts.length > 0, facts]).toEqual([true, facts.map(() => none)]);
    });
  });

  it('are what an import accepts without a fault', () => {
    const faulty = placed.flatMap(({ place }) => {
      const parsed = parsePlace(structuredClone(place));
      return 'row' in parsed && !parsed.faults ? [] : [parsed];
    });
    expect(faulty).toEqual([]);
  });

  it('lie beside the street of their address, and on dry land', () => {
    const courses = new Map(drawn.town.streets.map((street) => [street, courseOf(street)]));
    const lost = placed.filter(
      ({ house: { at, street } }) => projectOn(courses.get(street) ?? [], at).distance > FARTHEST,
    );
    expect(namesOf(lost)).toEqual([]);
    const { coast, lake, riverBanks } = drawn.land;
    const isWet = ({ house: { ground } }: Placed) =>
      ground.some((corner) => !isInside(corner, coast) || isInside(corner, lake) || isInside(corner, riverBanks));
    expect(namesOf(placed.filter(isWet))).toEqual([]);
  });

  it('have numbers that grow along the street, odd ones on one side', () => {
    const sides = groupsOf(houses, ({ street, number }) => `${street.id} ${Number(number) % 2}`);
    const disordered = [...sides.values()].filter((side) => {
      const [first] = side;
      if (!first) return false;
      const course = courseOf(first.street);
      const along = side
        .toSorted((a, b) => Number(a.number) - Number(b.number))
        .map(({ at }) => projectOn(course, at).along);
      return along.some((metres, at) => metres < (along[at - 1] ?? 0));
    });
    expect(disordered).toEqual([]);
    const addresses = houses.map(({ street, number }) => `${street.id} ${number}`);
    expect(new Set(addresses).size).toBe(houses.length);
  });

  it('have categories whose kinds a search knows, and whose names all differ in English and in Portuguese', async () => {
    const listed = [...islandKinds, ...outdoorKinds.map((subcategory) => ({ category: outdoorCategory, subcategory }))];
    const names = [...new Set(listed.map(({ category }) => category))];
    const categories = names.map((name) => ({
      ...{ id: name, name },
      subcategories: listed.flatMap(({ category, subcategory }) =>
        category === name ? [{ id: subcategory, name: subcategory }] : [],
      ),
    }));
    const known = new CategoryKinds(KindCatalogue.load());
    const all = categories.flatMap(({ subcategories, ...category }) =>
      subcategories.map((subcategory) => ({ category, subcategory })),
    );
    const unknown = all.filter((one) => known.kindsOf(one.category, one.subcategory).length === 0);
    expect(unknown).toEqual([]);
    const kinds = new Kinds(new SynonymFile({ SEARCH_SYNONYMS: 'none' }));
    await kinds.replace(categories, ['en', 'pt']);
    for (const language of ['en', 'pt']) {
      const labels = all.map(({ category, subcategory }) => kinds.labelOf(language, category, subcategory));
      expect(labels.filter((label) => label !== undefined).length).toBeGreaterThan(language === 'en' ? 0 : 50);
      const shown = all.map(({ subcategory }, at) => fold(labels[at] ?? subcategory.name));
      expect(shown.filter((label, at) => shown.indexOf(label) < at)).toEqual([]);
    }
    const ofIsland = new Set(islandKinds.map(({ subcategory }) => subcategory));
    expect(islandKinds.flatMap(({ broader }) => broader ?? []).filter((name) => !ofIsland.has(name))).toEqual([]);
  });

  it('have telephone numbers that are reserved for fiction, each for one place', () => {
    const phones = placed.flatMap(({ place }) => place.phones);
    expect(phones.filter((phone) => !/^44(?:1632960|3069990)\d{3}$/.test(phone))).toEqual([]);
    expect(new Set(phones).size).toBe(phones.length);
    expect(phones.length).toBeGreaterThan(1500);
  });

  describe('open', () => {
    /** A Wednesday on the island, three hours behind UTC. */
    const at = (time: string) => new Date(`2026-11-25T${time}:00-03:00`);
    const openAt = (time: string) =>
      placed.filter((one) => isOpenAtInstant(recordOf(one), minuteOf(at(time))) === true);

    it('as their kind does: at three in the morning only what may be', () => {
      const allowed = ['fuel', 'always', 'park'].flatMap((key) => hours[key] ?? []);
      const open = openAt('03:00');
      const strange = open.filter(
        ({ place, kind }) => kind !== 'Pharmacy' && !allowed.includes(place.openingHours ?? ''),
      );
      expect(namesOf(strange)).toEqual([]);
      const kinds = new Set(open.map(({ kind }) => kind));
      expect([...kinds]).toEqual(expect.arrayContaining(['Pharmacy', 'Gas station', 'Hotel', 'Hospital']));
      expect(kinds).not.toContain('Florist');
      expect(open.length).toBeLessThan(placed.length / 10);
    });

    it('bars at night, bakeries in the morning', () => {
      const kindsAt = (time: string) => openAt(time).map(({ kind }) => kind);
      const countOf = (kind: string, time: string) => kindsAt(time).filter((one) => one === kind).length;
      expect(countOf('Bar', '23:00')).toBeGreaterThan(20);
      expect(countOf('Bar', '08:00')).toBe(0);
      expect(countOf('Bakery', '08:00')).toBeGreaterThan(40);
      expect(countOf('Bakery', '23:00')).toBe(0);
    });
  });

  it('have names in two languages, brands with branches, and pictures that there are', () => {
    const withNames = placed.filter(({ place }) => place.names);
    expect(withNames.length).toBeGreaterThan(500);
    const isNamedIn = ({ place }: Placed, language: string) => place.names?.[language] !== undefined;
    const inPortuguese = placed.filter(({ place }) => place.address.district === portugueseDistrict && !place.brand);
    expect(inPortuguese.length).toBeGreaterThan(100);
    expect(namesOf(inPortuguese.filter((one) => !isNamedIn(one, 'en')))).toEqual([]);
    expect(new Set(withNames.flatMap(({ place }) => Object.keys(place.names ?? {})))).toEqual(new Set(['pt', 'en']));
    const branches = groupsOf(placed, ({ place }) => place.brand ?? '');
    branches.delete('');
    expect(branches.size).toBeGreaterThan(10);
    expect([...branches.values()].every((all) => all.length > 1)).toBe(true);
    const pictures = placed.flatMap(({ place }) => place.featured?.photo.medium ?? []);
    expect(pictures.length).toBeGreaterThan(700);
    const withoutPicture = placed.filter(({ kind }) => ['Hospital', 'Parking'].includes(kind));
    expect(withoutPicture.length).toBeGreaterThan(20);
    expect(withoutPicture.filter(({ place }) => place.featured)).toEqual([]);
    expect(pictures.filter((path) => picture(path.replace('/explore/pictures/', '')) === undefined)).toEqual([]);
  });

  it('are in every district and village', () => {
    const settlements = new Set(placed.map(({ place: { address } }) => address.district ?? address.city));
    expect(settlements).toEqual(new Set(drawn.town.settlements.map(({ name }) => name)));
    const counts = groupsOf(placed, ({ place: { address } }) => String(address.district ?? address.city));
    expect(Math.min(...[...counts.values()].map(({ length }) => length))).toBeGreaterThan(25);
  });
});

function groupsOf<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
