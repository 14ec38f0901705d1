/** The icons, and the words of categories that they stand for. The first match wins, so special kinds come first. */
const rules: readonly (readonly [icon: string, words: RegExp])[] = (
  [
    ['restaurant-pizza', 'pizz'],
    ['restaurant-seafood', 'seafood|fish|frutos do mar|peix'],
    ['restaurant-sushi', 'sushi|japon|japan'],
    ['restaurant-noodle', 'noodle|ramen|chinese|chines|thai|vietnam'],
    ['restaurant-bbq', 'bbq|barbecue|churrasc|steak'],
    ['ice-cream', 'ice.cream|gelat|sorvet|frozen yogurt'],
    ['bakery', 'bak(er|ing)|bagel|padaria|donut|doughnut'],
    ['confectionery', 'confe[ci]t|candy|chocolat|pastr|dessert'],
    ['cafe', 'caf[eé]|coffee|juice|tea.(room|house|shop)|teahouse|casa de cha'],
    ['fast-food', 'fast.food|burger|sandwich|deli(catessen)?\\b|lanch|hot dog'],
    ['beer', 'beer|brew|cervej|chop|pub\\b'],
    ['alcohol-shop', 'wine|liquor|distill|vinho|adega'],
    ['nightclub', 'night.?club|disco|boate|casa noturna'],
    ['bar', 'bars?\\b|boteco|lounge'],
    ['pharmacy', 'pharm|farmac|drug.?store|chemist'],
    ['dentist', 'dent'],
    ['veterinary', 'veterin|\\bpets?\\b|animal'],
    ['hospital', 'hospital|clinic|emergency|medical|health|saude'],
    ['doctor', 'doctor|physician|medic|optom|therap|chiropr'],
    ['optician', 'optic|otica|eyewear'],
    ['bank', 'bank|banco|\\batm\\b|credit union|financ'],
    ['post', 'post.office|correio|post_office|mail'],
    ['police', 'police|policia|sheriff'],
    ['fire-station', 'fire|bombeir'],
    ['town-hall', 'city hall|town.?hall|government|prefeitura|court'],
    ['library', 'librar|book|livrar|bibliotec|sebo'],
    ['college', 'college|universi|faculdade'],
    ['school', 'school|escola|educat|kindergarten|training|tutor'],
    ['music', 'music|musica|concert|opera|jazz'],
    ['theatre', 'theat|teatro|perform|espetacul|dance'],
    ['cinema', 'cinema|movie|film'],
    ['museum', 'museu'],
    ['art-gallery', 'galler|galeria|\\barts?\\b|\\barte\\b'],
    ['zoo', 'zoo'],
    ['aquarium', 'aquari'],
    ['religious-jewish', 'synagog|sinagog'],
    ['religious-muslim', 'mosque|mesquita'],
    ['religious-christian', 'church|igreja|catedral|cathedral|chapel|basilic|capela'],
    ['place-of-worship', 'worship|temple|templo|relig'],
    ['stadium', 'stadium|estadio|arena'],
    ['golf', 'golf'],
    ['swimming', 'swim|piscina|natac'],
    ['tennis', 'tennis|tenis\\b'],
    ['bowling-alley', 'bowl'],
    ['fitness-centre', 'gym|fitness|academia|yoga|exercise|(?<!tran)sport'],
    ['garden', 'garden|jardim|botanic'],
    ['beach', 'beach|praia'],
    ['playground', 'playground'],
    ['campsite', 'camp'],
    ['harbor', 'marina|harbo|marine|sailing|boat|porto\\b'],
    ['ferry', 'ferry|balsa'],
    ['parking', 'parking|car.parks?\\b|estacionamento'],
    ['park', 'parks?\\b|parque|praca|recreation|picnic'],
    ['lodging', 'guest.?house|hotel|motel|hostel|pousada|lodg|bed.(and|&).breakfast|resort|inn\\b|hote'],
    ['airport', 'airport|aeroporto|airline'],
    ['rail', 'train|rail|estac[aã]o|metro'],
    ['bus', '\\bbus(?!iness)|transit|onibus'],
    ['taxi', 'taxi|limo'],
    ['fuel', 'gas station|fuel|petrol|posto'],
    ['car-repair', 'auto.repair|car.repair|oficina|mechanic|tire'],
    ['car', 'auto|\\bcars?\\b|motor|vehic|dealer'],
    ['bicycle', 'bicycl|bike|biciclet'],
    ['hairdresser', 'hair|barber|beauty|salon|spa\\b|salao|cabel|cosmet'],
    ['laundry', 'laundr|lavand|dry.clean'],
    ['florist', 'florist|flower|flor'],
    ['jewelry-store', 'jewel|joia|joalh'],
    ['shoe', 'shoe|sapat'],
    ['clothing-store', 'cloth|fashion|apparel|roupa|moda|bridal'],
    ['furniture', 'furnitur|movel|moveis|home'],
    ['hardware', 'hardware|ferrag|building|construct|plumb|electric|contractor|carpent|joiner|marcen'],
    ['mobile-phone', 'phone|celular|comput|electron'],
    ['gift', 'gift|souvenir|artesanato|present|hobb|toy'],
    ['grocery', 'grocer|supermarket|mercado|market|food|feira|emporio|convenien'],
    ['shop', 'shop|store|loja|compras|retail|shopping|merchandise'],
    ['restaurant', 'restaurant|\\bgrill|diner|bistro|brasil|italian|culin|nordestin|contempor'],
    ['viewpoint', 'viewpoint|mirante|lookout'],
    ['lighthouse', 'lighthouse|farol'],
    ['monument', 'monument|memorial|statue'],
    ['historic', 'histor|castle|castelo'],
    ['landmark', 'landmark|attraction|tourist|ponto turistico|centro'],
    ['suitcase', 'travel|viage|tour|agency|profession|services?\\b|legal|insur|office'],
    ['industry', 'industr|manufactur|factory|freight|warehouse'],
    ['residential-community', 'residen|apartment|real estate|imobili'],
  ] as const
).map(([icon, words]) => [icon, new RegExp(words, 'u')]);

interface Category {
  readonly name: string;
  readonly subcategory?: { readonly name: string };
}

/** The name of the icon of a place, by the words of its categories, the most specific first. */
export function iconNameOf(categories: readonly Category[]): string {
  const [category] = categories;
  if (!category) return 'marker';
  return iconFor(category.subcategory?.name) ?? iconFor(category.name) ?? 'marker';
}

function iconFor(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return rules.find(([, words]) => words.test(folded))?.[0];
}
