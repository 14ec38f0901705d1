import { type estypes } from '@elastic/elasticsearch';
import { expectGoldenJson } from '../../../test/support/golden.js';
import { FIELDS } from '../query/fields.js';
import { SEARCH_FIELDS } from '../body/clauses.js';
import { indexDefinition } from './mapping.js';

const languages = ['en', 'pt'] as const;

const { properties = {} } = indexDefinition({ languages }).mappings;

/** The field at a path: a member of an object, or a second reading of a field. */
function mapped(path: string): estypes.MappingProperty | undefined {
  return path.split('.').reduce<estypes.MappingProperty | undefined>(
    (property, member) => {
      if (property === undefined) return undefined;
      const members = {
        ...('properties' in property ? property.properties : {}),
        ...('fields' in property ? property.fields : {}),
      };
      return members[member];
    },
    { properties },
  );
}
describe('the index of places', () => {
  it('is the golden one, but for the rules of folding, to which each version of Unicode adds some', () => {
    const { mappings, settings } = indexDefinition({ languages });
    const { fold } = settings.analysis.char_filter as unknown as { fold: { mappings: string } };
    // One text: as an array it makes the creation of an index several times as expensive.
    const rules = fold.mappings.split(',');
    const some = rules.filter((rule) => /^\\u(?:00e|066|02b|ff61|ff76)/u.test(rule));
    expect(rules.length).toBeGreaterThan(2000);
    const char_filter = { ...settings.analysis.char_filter, fold: { ...fold, mappings: some } };
    expectGoldenJson('search/index', {
      settings: { ...settings, analysis: { ...settings.analysis, char_filter } },
      mappings: { ...mappings, _meta: { ...mappings._meta, version: '' } },
    });
  });

  it('has every field that the catalogue searches, asks for or sorts by', () => {
    const special = ['_score', 'geo'];
    const used = FIELDS.flatMap((field) => [
      ...(field.kind === 'presence' || field.kind === 'parent' ? [] : field.searchFields),
      field.existsField ?? 'id',
      field.sortField ?? 'id',
    ]);
    expect(used.filter((path) => !special.includes(path) && mapped(path) === undefined)).toEqual([]);
    expect(Object.values(SEARCH_FIELDS).filter((path) => mapped(path) === undefined)).toEqual([]);
  });

  it('has another version with other languages', () => {
    const { mappings, settings } = indexDefinition({ languages: ['de'] });
    expect(mappings._meta).toMatchObject({ languages: ['de'], isProvisional: false });
    expect(mappings._meta.version).not.toBe(indexDefinition({ languages }).mappings._meta.version);
    expect(settings.analysis.filter?.stems).toMatchObject({ filters: ['lowercase', 'de_0', 'de_1', 'de_2'] });
  });

  it('has replicas only where there are nodes for them, unless their number is given', () => {
    expect(indexDefinition({ languages }).settings).toMatchObject({ auto_expand_replicas: '0-1' });
    expect(indexDefinition({ languages }).settings).not.toHaveProperty('number_of_replicas');
    expect(indexDefinition({ languages, replicas: 2 }).settings).toMatchObject({
      auto_expand_replicas: 'false',
      number_of_replicas: 2,
    });
  });

  it('has the shards and replicas that are asked for, which are no part of its version', () => {
    const { settings, mappings } = indexDefinition({ languages, shards: 3, replicas: 0 });
    expect(settings).toMatchObject({ number_of_shards: 3, number_of_replicas: 0, max_result_window: 10_051 });
    expect(mappings._meta).toEqual(indexDefinition({ languages }).mappings._meta);
  });
});
