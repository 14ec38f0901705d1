import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';

/**
 * Writes `osm-features.json` of the import: the tags of the features that are places, and the utilities of places, from the package
 * `@openstreetmap/id-tagging-schema`.
 */

/** Any value of these keys makes a feature, whether or not the schema knows it. */
export const anyValue = [
  'amenity',
  'shop',
  'tourism',
  'leisure',
  'office',
  'craft',
  'healthcare',
  'club',
  'education',
  'historic',
];

/**
 * The other keys of places, the most telling first, with the values that are none, or `only` those that are. Keys that are not here are
 * no places: `docs/data.md` lists them.
 */
const otherKeys: Readonly<Record<string, { readonly only: string } | { readonly not: string }>> = {
  railway: { only: 'station halt tram_stop subway_entrance' },
  aeroway: { only: 'aerodrome terminal helipad spaceport hangar' },
  public_transport: { only: 'station platform' },
  aerialway: { not: 'goods pylon' },
  emergency: {
    not: 'fire_hydrant fire_hose fire_extinguisher fire_alarm_box fire_service_inlet water_tank siren life_ring emergency_ward_entrance',
  },
  attraction: { not: '' },
  golf: { only: 'clubhouse driving_range' },
  climbing: { only: 'area crag' },
  police: { not: '' },
  man_made: {
    not: `pipeline cutline embankment tunnel surveillance street_cabinet utility_pole manhole survey_point planter satellite_dish
      storage_tank goods_conveyor gantry carpet_hanger fuel_pump charge_point groyne clearcut insect_hotel water_tap courtyard`,
  },
  military: { not: 'trench' },
  natural: { not: 'tree_row tree_stump coastline shrub scrub grassland heath scree shingle bare_rock sand mud' },
  waterway: { only: 'waterfall dam boatyard dock fuel' },
  highway: { only: 'bus_stop rest_area services trailhead' },
  barrier: { only: 'border_control toll_booth' },
  place: { only: 'square island islet' },
  power: { only: 'plant' },
  landuse: {
    not: `residential construction brownfield greenfield grass railway garages meadow farmland flowerbed greenhouse_horticulture basin
      pond farm`,
  },
  building: {
    not: `terrace static_caravan semidetached_house residential houseboat house ger detached cabin bungalow apartments roof sty stable
      shed service hut greenhouse garage garages farm_auxiliary farm cowshed construction carport barn allotment_house outbuilding
      glasshouse entrance bunker`,
  },
};

/** Fields of the schema that people choose places by. */
const utilityFields = [
  ...[
    'wheelchair',
    'outdoor_seating',
    'indoor_seating',
    'internet_access',
    'dog',
    'takeaway',
    'delivery',
    'drive_through',
  ],
  ...[
    'toilets',
    'toilets/wheelchair',
    'changing_table',
    'highchair',
    'baby_feeding',
    'stroller',
    'reservation',
    'smoking',
  ],
  ...['air_conditioning', 'self_service', 'microbrewery', 'organic', 'second_hand', 'shower'],
];

interface Preset {
  readonly tags: Readonly<Record<string, string>>;
}

interface Field {
  readonly key: string;
  readonly type?: string;
  readonly options?: readonly string[];
}

interface Label {
  readonly label: string;
  readonly options?: Readonly<Record<string, string | { readonly title: string }>>;
}

export async function writeOsmFeatures(schema: string, target: string): Promise<void> {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(schema, name), 'utf8'));
  const features = featuresOf(Object.values(read('presets.json') as Readonly<Record<string, Preset>>));
  const labels = (read('translations/en.json') as { en: { presets: { fields: Readonly<Record<string, Label>> } } }).en;
  const utilities = utilitiesOf(read('fields.json') as Readonly<Record<string, Field>>, labels.presets.fields);
  const text = JSON.stringify({ features, utilities });
  writeFileSync(join(target, 'osm-features.json'), (await format('osm-features.json', text, { printWidth: 120 })).code);
}

function featuresOf(presets: readonly Preset[]): Record<string, string[]> {
  const valuesOf = (key: string): string[] => {
    const values = presets.flatMap(({ tags }) => (Object.keys(tags)[0] === key ? (tags[key] ?? []) : []));
    // `building=yes` is a building of any kind. `yes` of other keys is an attribute: a hospital with `emergency=yes`.
    const any = key === 'building' ? ['yes'] : [];
    return [...new Set([...values.filter((value) => value !== '*' && value !== 'yes'), ...any])].sort();
  };
  const others = Object.entries(otherKeys).map(([key, rule]): [string, string[]] => {
    const listed = new Set(('only' in rule ? rule.only : rule.not).split(/\s+/));
    return [key, valuesOf(key).filter((value) => listed.has(value) === 'only' in rule)];
  });
  return Object.fromEntries([...anyValue.map((key): [string, string[]] => [key, ['*']]), ...others]);
}

/**
 * The utilities that each value of a key gives: the name of each by the end of its identifier, which is empty for the key as a whole. `*`
 * is any other value but `no`. A field of radio buttons has no other values.
 */
function utilitiesOf(
  fields: Readonly<Record<string, Field>>,
  labels: Readonly<Record<string, Label>>,
): Record<string, Record<string, Record<string, string>>> {
  const entries = utilityFields.map((id): [string, Record<string, Record<string, string>>] => {
    const [{ key, type, options = [] } = { key: id }, { label = id, options: texts = {} } = {}] = [
      fields[id],
      labels[id],
    ];
    const named = (option: string): Record<string, string> => {
      const text = texts[option];
      return { [option]: `${label}: ${typeof text === 'object' ? text.title : (text ?? option)}` };
    };
    // Guests look for places without smoke, too.
    if (id === 'smoking') return [key, Object.fromEntries(options.map((option) => [option, named(option)]))];
    const all = { '': label };
    const further = options.filter((option) => !['yes', 'no'].includes(option));
    const ofOptions = further.map((option) => [option, { ...(option === 'limited' ? {} : all), ...named(option) }]);
    return [key, { [type === 'radio' ? 'yes' : '*']: all, ...(Object.fromEntries(ofOptions) as object) }];
  });
  return Object.fromEntries(entries);
}
