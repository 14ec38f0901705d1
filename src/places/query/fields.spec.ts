import { fieldDescriptions, FIELDS, findField, suggestField } from './fields.js';
import { parseFilters } from './filters.js';
import { parseSelection } from './selection.js';
import { parseSort } from './sort.js';

const names = FIELDS.map((field) => field.name);

describe('the catalogue', () => {
  it('holds every field of the interface, section 2.5', () => {
    expect(names).toEqual([
      'relevance',
      'id',
      'link',
      'link.rel',
      'link.uri',
      'name',
      'phones',
      'urlService',
      'address',
      'address.country',
      'address.state',
      'address.city',
      'address.district',
      'address.street',
      'address.number',
      'address.zipcode',
      'location',
      'location.lat',
      'location.lng',
      'location.distance',
      'categories',
      'categories.id',
      'categories.name',
      'categories.link',
      'categories.link.rel',
      'categories.link.uri',
      'categories.subcategory',
      'categories.subcategory.id',
      'categories.subcategory.name',
      'statistics',
      'statistics.pageviews',
      'statistics.rating',
      'statistics.reviews',
      'statistics.checkins',
      'statistics.photos',
      'featured',
      'featured.photo',
      'featured.photo.medium',
      'placeLists',
      'placeLists.id',
      'utilities',
      'utilities.id',
      'utilities.name',
      'openingHours',
    ]);
  });

  it('gives a name to one field only', () => {
    const all = FIELDS.flatMap((field) => [field.name, ...field.aliases]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('sorts by what design section 9 says', () => {
    const sortable = FIELDS.filter((field) => field.sortable).map((field) => field.name);
    expect(sortable.filter((name) => !/^(?:address|statistics)\./.test(name))).toEqual([
      'relevance',
      'id',
      'name',
      'location.distance',
    ]);
    expect(sortable.length - 4).toBe(names.filter((name) => /^(?:address|statistics)\./.test(name)).length);
  });

  it('filters by all that is of the record', () => {
    const others = FIELDS.filter((field) => !field.filterable).map((field) => field.name);
    expect(others).toEqual(['relevance', 'location.distance']);
  });

  it('leaves out of the default what design section 5 says', () => {
    const extra = FIELDS.filter((field) => field.selectable && !field.default).map((field) => field.name.split('.')[0]);
    expect([...new Set(extra)]).toEqual(['featured', 'placeLists', 'utilities', 'openingHours']);
  });

  it.each(FIELDS)('has an example for $name that works', ({ name, filterable, example }) => {
    const result = filterable ? parseFilters([example]) : parseSort(example, { hasCentre: true });
    expect(result).toMatchObject({ ok: true });
    if (filterable) expect(findField(example.replace(/^-/, '').split(':')[0] ?? '')?.name).toBe(name);
  });

  it('can be read as data', () => {
    expect(fieldDescriptions()).toHaveLength(FIELDS.length);
    expect(fieldDescriptions().find((field) => field.name === 'address.city')).toEqual({
      name: 'address.city',
      aliases: [],
      type: 'exact',
      filterable: true,
      sortable: true,
      selectable: true,
      default: true,
      example: 'address.city:"São Paulo"',
    });
  });
});

describe('a field', () => {
  it.each([
    ['phones.phone', 'phones'],
    ['distance', 'location.distance'],
    ['categories.category', 'categories'],
    ['categories.category.id', 'categories.id'],
    ['categories.category.name', 'categories.name'],
    ['categories.category.link.uri', 'categories.link.uri'],
    ['categories.category.subcategory', 'categories.subcategory'],
    ['categories.category.subcategory.id', 'categories.subcategory.id'],
    ['categories.category.subcategory.name', 'categories.subcategory.name'],
    ['placeLists.placeList.id', 'placeLists.id'],
    ['utilities.utility.id', 'utilities.id'],
    ['utilities.utility.name', 'utilities.name'],
  ])('has its path in XML too: %s', (alias, name) => {
    expect(findField(alias)).toBe(findField(name));
    expect(findField(name)?.name).toBe(name);
  });

  it.each(['Name', 'ID', 'address.City', ' id', '', 'constructor', '__proto__'])('is not found as "%s"', (name) => {
    expect(findField(name)).toBeUndefined();
  });

  it('that can be filtered by can be selected', () => {
    for (const field of FIELDS.filter((entry) => entry.filterable)) {
      expect(parseSelection(field.name).ignored).toEqual([]);
    }
  });
});

describe('a misspelt name', () => {
  it.each([
    ['adress.city', 'address.city'],
    ['address.citi', 'address.city'],
    ['ADDRESS.CITY', 'address.city'],
    ['city', 'address.city'],
    ['citi', 'address.city'],
    ['rating', 'statistics.rating'],
    ['Name', 'name'],
    ['categories.category.nam', 'categories.category.name'],
    ['category.name', 'categories.category.name'],
    ['subcategory.name', 'categories.subcategory.name'],
    ['utilities.utility.nome', 'utilities.utility.name'],
    ['statistic.pageview', 'statistics.pageviews'],
    ['featured.photo', 'featured.photo'],
  ])('%s is near %s', (name, nearest) => {
    expect(suggestField(name, () => true)).toBe(nearest);
  });

  it.each(['zzz', 'x', 'weather', 'address.'.repeat(20)])('%s is near nothing', (name) => {
    expect(suggestField(name, () => true)).toBeUndefined();
  });

  it('is near those fields only that will do', () => {
    expect(suggestField('distanse', (field) => field.filterable)).toBeUndefined();
    expect(suggestField('distanse', (field) => field.sortable)).toBe('distance');
  });
});
