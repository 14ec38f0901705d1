/** Kinds that people take for the same, and kinds that people may accept instead. */
interface RelatedKinds {
  readonly same: readonly string[];
  readonly weak: readonly string[];
}

/** Groups of kinds that people take for the same. */
const sameKinds: readonly (readonly string[])[] = [
  ['amenity/cafe', 'amenity/cafe/coffee_shop', 'shop/coffee'],
  ['amenity/bar', 'amenity/pub'],
  ['amenity/pharmacy', 'shop/chemist'],
  ['shop/optician', 'healthcare/optometrist'],
  ['shop/laundry', 'shop/dry_cleaning'],
  ['tourism/camp_site', 'tourism/caravan_site'],
  ['tourism/hotel', 'tourism/motel'],
  ['shop/hardware', 'shop/doityourself'],
  ['shop/second_hand', 'shop/charity'],
  ['shop/mobile_phone', 'shop/telecommunication'],
  ['leisure/swimming_pool', 'leisure/sports_centre/swimming'],
  ['education/kindergarten', 'amenity/childcare'],
  ['tourism/gallery', 'shop/art'],
  ['shop/shoe_repair', 'craft/shoemaker'],
  ['shop/camera', 'shop/photo'],
  ['shop/kiosk', 'shop/newsagent'],
  ['shop/car', 'shop/car/second_hand'],
  ['shop/alcohol', 'shop/wine', 'shop/beverages'],
  ['tourism/theme_park', 'leisure/amusement_arcade'],
  ['shop/cosmetics', 'shop/perfumery'],
  ['amenity/veterinary', 'amenity/veterinary_pharmacy'],
];

/** For each kind, the kinds that people may accept instead. */
const weakKinds: Readonly<Record<string, readonly string[]>> = {
  'amenity/atm': ['amenity/bank'],
  'amenity/bar': ['amenity/nightclub', 'amenity/biergarten', 'amenity/hookah_lounge'],
  'amenity/cafe': ['shop/bakery', 'amenity/ice_cream'],
  'amenity/clinic': ['amenity/doctors', 'amenity/hospital'],
  'amenity/doctors': ['amenity/clinic', 'amenity/hospital'],
  'amenity/fast_food': ['amenity/restaurant'],
  'amenity/hospital': ['amenity/clinic'],
  'amenity/nightclub': ['amenity/bar', 'amenity/pub'],
  'amenity/place_of_worship/buddhist': ['amenity/place_of_worship'],
  'amenity/place_of_worship/hindu': ['amenity/place_of_worship'],
  'amenity/pub': ['amenity/biergarten', 'craft/brewery'],
  'amenity/restaurant': ['amenity/fast_food', 'amenity/food_court'],
  'amenity/restaurant/barbecue': ['amenity/restaurant/steakhouse'],
  'amenity/restaurant/japanese': ['amenity/restaurant/sushi', 'amenity/restaurant/ramen'],
  'amenity/restaurant/italian': ['amenity/restaurant/pizza'],
  'amenity/restaurant/steakhouse': ['amenity/restaurant/barbecue'],
  'amenity/restaurant/sushi': ['amenity/restaurant/japanese'],
  'amenity/theatre': ['amenity/arts_centre'],
  'craft/brewery': ['amenity/pub/microbrewery', 'amenity/pub'],
  'craft/winery': ['landuse/vineyard', 'shop/wine'],
  'education/college': ['education/university'],
  'education/university': ['education/college'],
  'leisure/fitness_centre': ['leisure/sports_centre'],
  'leisure/park': ['leisure/garden', 'leisure/nature_reserve', 'leisure/playground'],
  'leisure/playground': ['leisure/park', 'leisure/indoor_play'],
  'leisure/sports_centre': ['leisure/sports_hall', 'leisure/fitness_centre', 'club/sport'],
  'leisure/stadium': ['leisure/sports_centre'],
  'leisure/swimming_pool': ['leisure/water_park'],
  'shop/bakery': ['shop/pastry', 'shop/deli'],
  'shop/beauty': ['shop/hairdresser', 'shop/cosmetics', 'shop/massage'],
  'shop/car_repair': ['shop/tyres', 'shop/car_parts', 'shop/motorcycle_repair'],
  'shop/computer': ['shop/electronics'],
  'shop/convenience': ['shop/supermarket', 'shop/kiosk'],
  'shop/department_store': ['shop/mall'],
  'shop/doityourself': ['shop/trade'],
  'shop/electronics': ['shop/computer', 'shop/appliance'],
  'shop/gift': ['shop/variety_store'],
  'shop/greengrocer': ['shop/supermarket', 'amenity/marketplace'],
  'shop/hairdresser': ['shop/beauty'],
  'shop/hairdresser/barber': ['shop/hairdresser'],
  'shop/mall': ['shop/department_store'],
  'shop/pastry': ['shop/bakery', 'shop/confectionery'],
  'shop/supermarket': ['shop/convenience', 'shop/greengrocer', 'shop/general'],
  'tourism/guest_house': ['tourism/hotel', 'tourism/hostel'],
  'tourism/hostel': ['tourism/guest_house', 'tourism/hotel'],
  'tourism/hotel': ['tourism/guest_house', 'tourism/hostel', 'leisure/resort', 'tourism/apartment'],
};

/** A cuisine may be that of a restaurant or of fast food: `amenity/fast_food/indian`. Both count as the same kind. */
const restaurant = /^amenity\/(restaurant|fast_food)\/(.+)$/u;

export function kindsRelatedTo(id: string): RelatedKinds {
  const [, where, what] = restaurant.exec(id) ?? [];
  const cuisine =
    where === undefined ? [] : [`amenity/${where === 'restaurant' ? 'fast_food' : 'restaurant'}/${what ?? ''}`];
  const same = sameKinds
    .filter((group) => group.includes(id))
    .flatMap((group) => group.filter((other) => other !== id));
  return { same: [...same, ...cuisine], weak: [id, ...same].flatMap((one) => weakKinds[one] ?? []) };
}
