import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { KindCatalogue } from '../../src/places/kinds/kind-catalogue.js';

/** Icons of presets that few places have, and the similar ones for them: each outline is up to a kilobyte of the page. */
const similarIcons = parse({
  airport: 'heliport',
  'amusement-park': 'attraction',
  bus: 'highway-rest-area',
  cafe: 'teahouse',
  car: 'car-rental',
  garden: 'garden-centre',
  heart: 'blood-bank wheelchair',
  industry: 'logging recycling',
  'jewelry-store': 'watch',
  landmark: 'triangle windmill',
  lodging: 'shelter',
  'mobile-phone': 'telephone',
  museum: 'globe',
  park: 'dog-park picnic-site',
  pitch:
    'american-football baseball basketball cricket horse-riding racetrack-cycling racetrack-horse skateboard soccer volleyball',
  'place-of-worship': 'religious-buddhist',
  police: 'prison ranger-station',
  'restaurant-bbq': 'bbq',
  shop: 'warehouse',
  swimming: 'hot-spring water',
});

/**
 * The icons of kinds whose presets have an icon of another set, or one that fits less. A key such as `shop` is for all of its kinds that
 * have no icon.
 */
const ownIcons = parse({
  'alcohol-shop': 'craft/distillery landuse/vineyard shop/alcohol',
  'amusement-park':
    'attraction attraction/dark_ride attraction/log_flume attraction/pirate_ship attraction/river_rafting',
  'art-gallery': 'craft/basket_maker craft/handicraft craft/pottery shop/craft',
  bakery: 'amenity/fast_food/bagel amenity/fast_food/donut',
  bank: 'amenity/atm amenity/bureau_de_change amenity/money_transfer amenity/payment_centre office/financial office/financial_advisor',
  bar: 'amenity/hookah_lounge',
  beach: 'leisure/beach_resort natural/beach',
  beer: 'amenity/biergarten craft/brewery shop/brewing_supplies',
  bicycle:
    'amenity/bicycle_parking amenity/bicycle_rental amenity/bicycle_repair_station amenity/bicycle_wash amenity/vending_machine/bicycle_tube',
  'bowling-alley': 'leisure/bowling_alley leisure/pitch/bowls',
  bus: 'amenity/vending_machine/public_transport_tickets highway/bus_stop public_transport',
  cafe: 'amenity/fast_food/juice amenity/internet_cafe amenity/vending_machine/coffee shop/coffee',
  campsite: 'club/scout leisure/summer_camp tourism/caravan_site',
  car:
    'amenity/car_pooling amenity/car_sharing amenity/car_wash amenity/motorcycle_rental attraction/bumper_car shop/car shop/car_parts ' +
    'shop/caravan shop/motorcycle shop/motorcycle_repair',
  'car-repair': 'amenity/compressed_air shop/tyres',
  casino: 'amenity/gambling leisure/adult_gaming_centre shop/bookmaker',
  castle: 'historic/castle',
  'charging-station': 'amenity/charging_station amenity/device_charging_station',
  cinema: 'amenity/studio/television amenity/studio/video shop/video',
  'clothing-store': 'craft/dressmaker shop/fashion_accessories shop/tailor',
  college: 'amenity/research_institute',
  confectionery: 'amenity/vending_machine/sweets',
  dentist: 'healthcare/dentist/orthodontics',
  doctor:
    'healthcare healthcare/audiologist healthcare/occupational_therapist healthcare/podiatrist healthcare/psychotherapist office/therapist',
  'drinking-water': 'amenity/vending_machine/drinks amenity/vending_machine/water shop/water',
  'fast-food': 'shop/deli',
  ferry: 'public_transport/station_ferry',
  'fitness-centre':
    'club/sport leisure/fitness_centre leisure/fitness_centre/yoga leisure/fitness_station leisure/sports_centre leisure/sports_hall ' +
    'shop/sports',
  florist: 'amenity/vending_machine/flowers',
  fuel: 'shop/fuel shop/gas',
  furniture: 'shop/carpet shop/furniture shop/kitchen',
  gaming: 'leisure/escape_game shop/games',
  garden: 'landuse/plant_nursery shop/agrarian shop/groundskeeping',
  gift: 'shop/hobby shop/toys',
  golf: 'leisure/disc_golf_course leisure/miniature_golf',
  grocery:
    'amenity/marketplace amenity/social_facility/food_bank amenity/vending_machine/food shop/butcher shop/cheese shop/convenience ' +
    'shop/dairy shop/farm shop/frozen_food shop/greengrocer shop/health_food shop/honey shop/nuts shop/pasta shop/rice shop/spices',
  hairdresser: 'shop/beauty shop/cosmetics shop/hairdresser shop/hairdresser_supply shop/massage',
  harbor:
    'amenity/boat_rental amenity/boat_storage craft/boatbuilder craft/sailmaker emergency/lifeboat_station leisure/fishing leisure/marina ' +
    'leisure/marina_no_facilities man_made/pier shop/boat waterway',
  hardware:
    'craft leisure/hackerspace shop/doityourself shop/doors shop/electrical shop/flooring shop/hardware shop/locksmith shop/paint ' +
    'shop/repair shop/tiles shop/tool_hire shop/trade',
  heart: 'amenity/social_facility',
  historic: 'historic',
  hospital: 'emergency/ambulance_station healthcare/hospice healthcare/laboratory shop/medical_supply',
  'ice-cream': 'amenity/ice_cream amenity/vending_machine/ice_cream',
  industry: 'amenity/waste_disposal amenity/waste_transfer_station shop/storage_rental',
  'jewelry-store': 'craft/clockmaker',
  landmark: 'tourism/attraction',
  laundry: 'shop/dry_cleaning shop/laundry',
  library: 'amenity/toy_library shop/books',
  lodging: 'tourism/alpine_hut tourism/chalet tourism/hostel tourism/hotel tourism/wilderness_hut',
  'mobile-phone':
    'amenity/telephone amenity/vending_machine/electronics craft/electronics_repair shop/computer shop/electronics shop/mobile_phone ' +
    'shop/mobile_phone_accessories shop/radiotechnics',
  museum: 'tourism/museum',
  music: 'amenity/studio leisure/bandstand shop/hifi shop/music shop/musical_instrument',
  nightclub: 'amenity/nightclub amenity/stripclub leisure/dance',
  optician: 'healthcare/optometrist',
  park: 'leisure/park natural',
  parking: 'amenity/motorcycle_parking amenity/parking amenity/vending_machine/parking_tickets',
  pharmacy: 'amenity/veterinary_pharmacy shop/chemist',
  pitch: 'landuse/winter_sports leisure/sports_centre/karting',
  'place-of-worship': 'office/religion shop/religion',
  playground: 'amenity/childcare leisure/indoor_play leisure/trampoline_park',
  police: 'amenity/police',
  post: 'amenity/parcel_locker amenity/post_box amenity/vending_machine/stamps',
  rail:
    'aerialway public_transport/station_light_rail public_transport/station_monorail public_transport/station_subway ' +
    'public_transport/station_train public_transport/station_tram railway',
  'religious-shinto': 'amenity/place_of_worship/shinto',
  'residential-community': 'office/estate_agent office/property_management',
  restaurant: 'amenity/food_court craft/caterer',
  'restaurant-bbq': 'amenity/restaurant/steakhouse',
  'restaurant-noodle': 'amenity/restaurant/thai',
  'restaurant-pizza': 'amenity/vending_machine/pizza',
  'restaurant-seafood': 'amenity/fast_food/fish_and_chips shop/seafood',
  'restaurant-sushi': 'amenity/fast_food/sushi amenity/restaurant/japanese amenity/restaurant/sushi',
  school: 'education',
  shoe: 'craft/shoemaker shop/shoe_repair',
  shop: 'amenity/vending_machine craft/photographer craft/photographic_laboratory',
  stadium: 'leisure/stadium',
  suitcase:
    'amenity/conference_centre amenity/exhibition_centre amenity/luggage_locker craft/cleaning military shop/travel_agency',
  swimming:
    'amenity/dive_centre amenity/public_bath leisure/hot_tub leisure/sauna leisure/sports_centre/swimming leisure/swimming_area ' +
    'leisure/swimming_pool leisure/water_park shop/scuba_diving shop/swimming_pool shop/water_sports',
  taxi: 'amenity/taxi',
  toilet: 'amenity/sanitary_dump_station amenity/shower',
  'town-hall':
    'amenity/courthouse amenity/events_venue amenity/polling_station amenity/social_centre amenity/townhall office/diplomatic office/government',
  veterinary: 'amenity/veterinary shop/pet shop/pet_grooming',
  viewpoint: 'man_made/observatory tourism/viewpoint',
  zoo: 'tourism/zoo',
});

/**
 * The icon of Maki for each kind of the catalogue whose broader kinds have another one or none. A key such as `shop` may have one, too.
 *
 * @throws Error for an unknown kind or icon
 */
export function kindIcons(): Readonly<Record<string, string>> {
  const maki = new Set(readdirSync(join(folderOf('@mapbox/maki'), 'icons')).map((file) => file.replace('.svg', '')));
  const file = join(folderOf('@openstreetmap/id-tagging-schema'), 'dist/presets.json');
  const presets = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, { readonly icon?: string }>>;
  const ofKinds = KindCatalogue.load().ids;
  const ids = new Set(ofKinds.flatMap((id) => [id.split('/')[0] ?? '', id]));
  const named = [...ownIcons.keys(), ...ownIcons.values(), ...similarIcons.keys(), ...similarIcons.values()];
  const unknown = named.filter((name) => !ids.has(name) && !maki.has(name));
  if (unknown.length > 0) throw new Error(`No kind or icon: ${unknown.join(', ')}`);
  const icons = new Map<string, string>();
  // A broader kind comes before its narrower ones.
  for (const id of [...ids].sort()) {
    const [set, ...name] = presets[id]?.icon?.split('-') ?? [];
    const ofPreset = set === 'maki' ? name.join('-') : undefined;
    const icon = ownIcons.get(id) ?? (ofPreset && (similarIcons.get(ofPreset) ?? ofPreset));
    if (icon !== undefined && icon !== inherited(icons, id)) icons.set(id, icon);
  }
  return Object.fromEntries(icons);
}

/** @param lists names by what stands for them, separated by spaces */
function parse(lists: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(lists).flatMap(([icon, names]) => names.split(' ').map((name) => [name, icon])));
}

function inherited(icons: ReadonlyMap<string, string>, id: string): string | undefined {
  const end = id.lastIndexOf('/');
  if (end < 0) return undefined;
  const broader = id.slice(0, end);
  return icons.get(broader) ?? inherited(icons, broader);
}

function folderOf(name: string): string {
  return dirname(createRequire(__filename).resolve(`${name}/package.json`));
}
