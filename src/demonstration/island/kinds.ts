/** What decides the texts of reviews, and how many people go there. */
export type Mood = 'food' | 'bar' | 'sweets' | 'shop' | 'culture' | 'stay' | 'sport' | 'office';

/** Where places of a kind are. */
export type Zone = 'centre' | 'anywhere' | 'suburb' | 'docks' | 'shore';

/** What a name is made of: a family, a thing, a street, or a district. */
type Core = 'family' | 'thing' | 'street' | 'district';

export interface IslandKind {
  readonly count: number;
  readonly category: string;
  readonly subcategory: string;
  /** Ends of English names. */
  readonly nouns: readonly string[];
  /** The start of Portuguese names. */
  readonly portuguese: string;
  readonly core: Core;
  /** One of `hours`; none for places that do not close. */
  readonly hours: string;
  readonly zone: Zone;
  readonly mood: Mood;
  /** A broader subcategory of the same category. */
  readonly broader?: string;
}

/** Opening hours that fit a kind, in OpenStreetMap's syntax. */
export const hours: Readonly<Record<string, readonly string[]>> = {
  restaurant: [
    'Mo-Th 11:30-21:30; Fr-Sa 11:30-22:30; Su 12:00-20:00',
    'Tu-Th 17:00-22:00; Fr-Sa 17:00-23:00; Su 16:00-21:00',
    'Mo-Su 11:00-22:00',
    'Mo-Fr 11:30-14:30,17:00-21:30; Sa 17:00-22:30',
    'We-Su 12:00-22:00',
  ],
  takeaway: ['Mo-Su 11:00-23:00', 'Mo-Th 11:00-22:00; Fr-Sa 11:00-24:00', 'Tu-Su 16:30-22:30', 'Mo-Su 10:30-01:00'],
  cafe: ['Mo-Fr 07:00-18:00; Sa-Su 08:00-17:00', 'Mo-Su 07:30-19:00', 'Tu-Su 08:30-17:00', 'Mo-Sa 07:00-16:00'],
  bakery: [
    'Mo-Sa 06:00-17:00; Su 07:00-12:00',
    'Tu-Sa 06:30-18:00; Su 07:00-13:00',
    'Mo-Fr 05:30-16:00; Sa 06:00-13:00',
  ],
  bar: ['Mo-Th 16:00-01:00; Fr-Sa 16:00-02:00', 'Tu-Su 17:00-01:00', 'Mo-Su 12:00-24:00', 'We-Sa 18:00-02:00'],
  club: ['Th-Sa 22:00-05:00', 'Fr-Sa 21:00-04:00'],
  shop: [
    'Mo-Sa 10:00-18:00',
    'Mo-Fr 09:00-17:30; Sa 09:00-13:00',
    'Tu-Sa 10:00-18:00',
    'Mo-Sa 09:00-19:00; Su 11:00-16:00',
  ],
  market: ['Mo-Sa 07:00-21:00; Su 08:00-18:00', 'Mo-Su 08:00-22:00', 'Mo-Su 07:00-23:00'],
  pharmacy: ['Mo-Fr 08:30-19:00; Sa 09:00-14:00', 'Mo-Sa 08:00-20:00', 'Mo-Fr 09:00-18:00; Sa 09:00-13:00'],
  always: ['24/7'],
  fuel: ['Mo-Su 06:00-22:00', 'Mo-Su 05:30-23:00', '24/7'],
  office: ['Mo-Fr 08:30-16:30', 'Mo-Fr 09:00-17:00', 'Mo-Fr 08:00-18:00; Sa 08:00-12:00'],
  practice: [
    'Mo-Fr 08:00-12:00,13:30-17:00',
    'Mo-Th 08:30-17:30; Fr 08:30-12:30',
    'Mo,We,Fr 08:00-16:00; Tu,Th 10:00-19:00',
  ],
  salon: ['Tu-Fr 09:00-18:00; Sa 08:30-15:00', 'Mo-Sa 09:00-19:00', 'We-Su 10:00-18:00'],
  museum: ['Tu-Su 10:00-17:00', 'We-Su 11:00-18:00; Th 11:00-21:00', 'Mo-Su 09:30-17:30'],
  evening: ['Mo-Su 13:00-23:00', 'Tu-Su 17:00-23:00', 'We-Su 15:00-23:30'],
  sport: ['Mo-Fr 05:30-22:00; Sa-Su 08:00-18:00', 'Mo-Su 06:00-23:00', 'Mo-Th 09:00-21:00; Fr-Su 09:00-18:00'],
  school: ['Mo-Fr 07:45-15:30', 'Mo-Fr 08:00-16:00'],
  worship: ['Mo-Su 08:00-18:00', 'Su 09:00-12:30; We 18:00-20:00'],
  park: ['Mo-Su 06:00-21:00', '24/7'],
};

/**
 * count | category > subcategory | ends of English names | start of Portuguese names | core | hours | zone | mood | broader subcategory.
 * The kinds of `src/places/kinds` know all of these categories.
 */
const table = `
60 | Food and Drink > Restaurant | Kitchen, Table, Dining Room, Grill | Restaurante | family | restaurant | centre | food |
32 | Food and Drink > Seafood restaurant | Fish House, Oyster Bar, Seafood | Marisqueira | thing | restaurant | centre | food |
26 | Food and Drink > Italian restaurant | Trattoria, Osteria | Cantina | family | restaurant | centre | food |
34 | Food and Drink > Pizzeria | Pizza, Pizzeria, Slice Shop | Pizzaria | family | takeaway | anywhere | food |
24 | Food and Drink > Portuguese restaurant | Tavern, Kitchen | Tasca | family | restaurant | centre | food |
18 | Food and Drink > Indian restaurant | Curry House, Spice Room | Restaurante Indiano | thing | restaurant | centre | food |
18 | Food and Drink > Chinese restaurant | Wok, Noodle House | Restaurante Chinês | thing | restaurant | centre | food |
14 | Food and Drink > Japanese restaurant | Sushi, Ramen | Restaurante Japonês | thing | restaurant | centre | food |
12 | Food and Drink > Sushi restaurant | Sushi Bar, Sushi | Sushi | thing | restaurant | centre | food | Japanese restaurant
14 | Food and Drink > Mexican restaurant | Cantina, Taqueria | Restaurante Mexicano | thing | restaurant | centre | food |
12 | Food and Drink > Thai restaurant | Thai Kitchen, Thai | Restaurante Tailandês | thing | restaurant | centre | food |
16 | Food and Drink > Vegan restaurant | Green Kitchen, Plant Kitchen | Restaurante Vegano | thing | restaurant | centre | food | Vegetarian restaurant
14 | Food and Drink > Vegetarian restaurant | Garden Table, Vegetarian Kitchen | Restaurante Vegetariano | thing | restaurant | centre | food |
12 | Food and Drink > Steak house | Steakhouse, Grill | Churrascaria | family | restaurant | centre | food |
30 | Food and Drink > Burger restaurant | Burgers, Burger Bar | Lanchonete | thing | takeaway | anywhere | food |
22 | Food and Drink > Fish and chips shop | Fish and Chips, Chippy | Peixe e Batatas | family | takeaway | anywhere | food |
80 | Food and Drink > Cafe | Café, Coffee, Coffee Room | Café | thing | cafe | anywhere | sweets |
14 | Food and Drink > Tea house | Tea Room, Tea House | Casa de Chá | thing | cafe | centre | sweets |
62 | Food and Drink > Bakery | Bakery, Bakehouse, Bread | Padaria | family | bakery | anywhere | sweets |
26 | Food and Drink > Pastry shop | Patisserie, Cakes | Confeitaria | family | bakery | centre | sweets |
26 | Food and Drink > Ice cream shop | Ice Cream, Gelato | Sorveteria | thing | evening | shore | sweets |
42 | Food and Drink > Bar | Bar, Cocktails | Bar | thing | bar | centre | bar |
48 | Food and Drink > Pub | Arms, Inn, Tavern | Pub | thing | bar | anywhere | bar |
8 | Food and Drink > Brewery | Brewery, Brewing Company | Cervejaria | thing | evening | docks | bar |
10 | Food and Drink > Wine bar | Wine Bar, Cellar | Bar de Vinhos | family | bar | centre | bar |
9 | Arts and Entertainment > Nightclub | Club, Nightclub | Boate | thing | club | centre | bar |
46 | Shopping > Supermarket | Market, Food Hall | Supermercado | street | market | anywhere | shop |
58 | Shopping > Convenience store | Corner Shop, Stores, Mini Market | Mercearia | street | market | anywhere | shop |
24 | Shopping > Greengrocer | Greengrocer, Fruit and Vegetables | Hortifruti | family | shop | anywhere | shop |
26 | Shopping > Butcher | Butcher, Meats | Açougue | family | shop | anywhere | shop |
22 | Shopping > Fishmonger | Fishmonger, Fresh Fish | Peixaria | family | shop | docks | shop |
14 | Shopping > Cheese shop | Cheese Shop, Dairy | Queijaria | family | shop | centre | shop |
14 | Shopping > Chocolate shop | Chocolates, Sweets | Chocolataria | family | shop | centre | sweets |
18 | Shopping > Wine shop | Wine Merchants, Cellars | Garrafeira | family | shop | centre | shop |
36 | Shopping > Florist | Flowers, Florist | Floricultura | family | shop | anywhere | shop |
30 | Shopping > Bookstore | Books, Bookshop | Livraria | thing | shop | centre | shop |
70 | Shopping > Clothing store | Clothing, Outfitters, Wardrobe | Roupas | family | shop | centre | shop |
30 | Shopping > Shoe store | Shoes, Footwear | Calçados | family | shop | centre | shop |
24 | Shopping > Jewelry store | Jewellers, Jewellery | Joalheria | family | shop | centre | shop |
22 | Shopping > Toy store | Toys, Toybox | Brinquedos | thing | shop | centre | shop |
24 | Shopping > Hardware store | Hardware, Tools | Ferragens | family | shop | anywhere | shop |
28 | Shopping > Furniture store | Furniture, Interiors | Móveis | family | shop | suburb | shop |
22 | Shopping > Electronics store | Electronics, Electrical | Eletrônicos | family | shop | centre | shop |
16 | Shopping > Mobile phone store | Phones, Mobile | Celulares | thing | shop | centre | shop |
22 | Shopping > Bicycle shop | Cycles, Bikes | Bicicletaria | thing | shop | anywhere | shop |
16 | Shopping > Sporting goods store | Sports, Sporting Goods | Artigos Esportivos | thing | shop | centre | shop |
22 | Shopping > Pet store | Pets, Pet Supplies | Pet Shop | thing | shop | suburb | shop |
20 | Shopping > Gift shop | Gifts, Souvenirs | Presentes | thing | shop | centre | shop |
14 | Shopping > Stationery store | Stationers, Paper | Papelaria | family | shop | centre | shop |
14 | Shopping > Antique store | Antiques, Curios | Antiguidades | family | shop | centre | shop |
18 | Shopping > Second hand store | Second Hand, Thrift | Brechó | thing | shop | anywhere | shop |
16 | Shopping > Music store | Music, Records | Loja de Discos | thing | shop | centre | shop |
14 | Shopping > Garden centre | Garden Centre, Nursery | Jardinagem | family | shop | suburb | shop |
10 | Shopping > Department store | Department Store, Emporium | Magazine | family | shop | centre | shop |
28 | Shopping > Optician | Opticians, Eyewear | Ótica | family | shop | centre | shop |
52 | Health and Medical > Pharmacy | Pharmacy, Chemist | Farmácia | street | pharmacy | anywhere | shop |
70 | Health and Medical > Dentist | Dental Practice, Dentists | Clínica Dentária | family | practice | anywhere | office |
84 | Health and Medical > Doctor | Surgery, Family Practice, Medical Centre | Consultório | family | practice | anywhere | office |
24 | Health and Medical > Physiotherapist | Physiotherapy, Physio | Fisioterapia | family | practice | anywhere | office |
20 | Health and Medical > Veterinarian | Veterinary Surgery, Vets | Clínica Veterinária | family | practice | suburb | office |
3 | Health and Medical > Hospital | Hospital, General Hospital | Hospital | district | always | suburb | office |
12 | Health and Medical > Psychologist | Psychology, Counselling | Psicologia | family | practice | centre | office |
78 | Services and Business > Hair salon | Hair, Hair Studio, Salon | Cabeleireiro | family | salon | anywhere | shop |
28 | Services and Business > Barber | Barbers, Barber Shop | Barbearia | family | salon | anywhere | shop |
34 | Services and Business > Beauty salon | Beauty, Skin and Nails | Salão de Beleza | thing | salon | anywhere | shop |
16 | Services and Business > Massage | Massage, Massage Rooms | Massagem | thing | salon | centre | shop |
24 | Services and Business > Laundry | Laundry, Laundrette | Lavanderia | street | market | anywhere | office |
20 | Services and Business > Dry cleaning | Dry Cleaners, Cleaning | Lavagem a Seco | street | shop | anywhere | office |
20 | Services and Business > Tailor | Tailors, Alterations | Alfaiataria | family | shop | centre | office |
18 | Services and Business > Shoe repair | Shoe Repairs, Cobbler | Sapataria | family | shop | anywhere | office |
30 | Services and Business > Bank | Bank, Savings Bank | Banco | street | office | centre | office |
26 | Services and Business > ATM | Cash Point | Caixa Eletrônico | street | always | anywhere | office |
66 | Services and Business > Lawyer | Law, Solicitors, Legal | Advocacia | family | office | centre | office |
48 | Services and Business > Accountant | Accountants, Accounting | Contabilidade | family | office | centre | office |
46 | Services and Business > Insurance agency | Insurance, Insurance Brokers | Seguros | family | office | centre | office |
52 | Services and Business > Real estate agent | Estate Agents, Homes | Imobiliária | family | office | anywhere | office |
28 | Services and Business > Architect | Architects, Architecture | Arquitetura | family | office | centre | office |
22 | Services and Business > Travel agency | Travel, Voyages | Agência de Viagens | thing | office | centre | office |
24 | Services and Business > Photographer | Photography, Photo Studio | Fotografia | family | shop | centre | office |
20 | Services and Business > Copy shop | Printing, Print Works | Gráfica | family | office | docks | office |
16 | Services and Business > Coworking space | Coworking, Desks | Coworking | thing | office | centre | office |
34 | Services and Business > Plumber | Plumbing, Plumbing and Heating | Encanador | family | office | suburb | office |
34 | Services and Business > Electrician | Electrical Services, Electricians | Eletricista | family | office | suburb | office |
26 | Services and Business > Carpenter | Joinery, Carpentry | Carpintaria | family | office | docks | office |
20 | Services and Business > Locksmith | Locksmiths, Keys and Locks | Chaveiro | street | shop | anywhere | office |
14 | Services and Business > Funeral home | Funeral Home, Funeral Directors | Funerária | family | office | suburb | office |
52 | Services and Business > Auto repair | Garage, Motors, Auto Repair | Oficina | family | office | docks | office |
18 | Services and Business > Car dealer | Cars, Motor Company | Automóveis | family | shop | suburb | office |
14 | Services and Business > Car wash | Car Wash, Hand Car Wash | Lava-jato | street | market | suburb | office |
26 | Travel and Transportation > Gas station | Service Station, Fuel | Posto de Combustível | street | fuel | anywhere | office |
10 | Travel and Transportation > Car rental | Car Hire, Car Rental | Aluguel de Carros | thing | office | docks | office |
12 | Travel and Transportation > Taxi | Taxis, Cabs | Táxi | district | always | anywhere | office |
24 | Travel and Transportation > Parking | Car Park | Estacionamento | street | always | centre | office |
2 | Travel and Transportation > Ferry terminal | Ferry Terminal | Terminal das Balsas | district | market | docks | office |
2 | Travel and Transportation > Bus station | Bus Station | Rodoviária | district | market | centre | office |
20 | Travel and Transportation > Charging station | Charging Point | Ponto de Recarga | street | always | anywhere | office |
30 | Travel and Transportation > Hotel | Hotel, Grand Hotel, House Hotel | Hotel | thing | always | centre | stay |
20 | Travel and Transportation > Guest house | Guest House, Lodge | Pousada | thing | always | shore | stay |
6 | Travel and Transportation > Hostel | Hostel, Backpackers | Albergue | thing | always | centre | stay |
2 | Travel and Transportation > Campground | Camping, Camp Site | Camping | district | always | shore | stay |
10 | Arts and Entertainment > Museum | Museum | Museu | street | museum | centre | culture |
12 | Arts and Entertainment > Art gallery | Gallery, Contemporary | Galeria | family | museum | centre | culture |
6 | Arts and Entertainment > Cinema | Cinema, Picture House | Cinema | thing | evening | centre | culture |
5 | Arts and Entertainment > Theater | Theatre, Playhouse | Teatro | thing | evening | centre | culture |
4 | Arts and Entertainment > Music venue | Concert Hall, Music Hall | Sala de Concertos | street | evening | centre | culture |
4 | Arts and Entertainment > Bowling alley | Bowling, Lanes | Boliche | thing | evening | suburb | sport |
1 | Arts and Entertainment > Aquarium | Aquarium | Aquário | district | museum | docks | culture |
28 | Sports and Recreation > Gym | Gym, Fitness | Academia | thing | sport | anywhere | sport |
18 | Sports and Recreation > Yoga studio | Yoga, Yoga Studio | Estúdio de Yoga | thing | sport | centre | sport |
5 | Sports and Recreation > Swimming pool | Pool, Baths | Piscina | district | sport | suburb | sport |
6 | Sports and Recreation > Tennis court | Tennis Club, Tennis Courts | Clube de Tênis | district | sport | suburb | sport |
5 | Sports and Recreation > Dance school | Dance School, Dance Studio | Escola de Dança | family | evening | centre | sport |
4 | Sports and Recreation > Marina | Marina, Yacht Club | Marina | thing | market | docks | sport |
18 | Education > School | School, Primary School | Escola | district | school | suburb | office |
18 | Education > Kindergarten | Kindergarten, Nursery School | Jardim de Infância | thing | school | suburb | office |
8 | Education > Language school | Language School, Languages | Escola de Línguas | family | office | centre | office |
6 | Education > Driving school | Driving School | Autoescola | street | office | anywhere | office |
2 | Education > University | University, College | Universidade | district | office | suburb | office |
9 | Education > Library | Library, Reading Room | Biblioteca | district | museum | anywhere | culture |
12 | Community and Government > Post office | Post Office | Correios | district | office | anywhere | office |
4 | Community and Government > Police station | Police Station | Delegacia | district | always | anywhere | office |
4 | Community and Government > Fire station | Fire Station | Bombeiros | district | always | suburb | office |
1 | Community and Government > Town hall | Town Hall | Câmara Municipal | district | office | centre | office |
1 | Community and Government > Courthouse | Courthouse | Tribunal | district | office | centre | office |
10 | Community and Government > Community center | Community Centre, Neighbourhood House | Centro Comunitário | district | evening | anywhere | office |
20 | Community and Government > Church | Church, Chapel | Igreja | street | worship | anywhere | culture |
4 | Community and Government > Mosque | Mosque | Mesquita | street | worship | anywhere | culture |
3 | Community and Government > Synagogue | Synagogue | Sinagoga | street | worship | anywhere | culture |
`;

export const islandKinds: readonly IslandKind[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [count = '', path = '', nouns = '', portuguese = '', core, hoursOf = '', zone, mood, broader = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    const [category = '', subcategory = ''] = path.split(' > ');
    return {
      ...{ count: Number(count), category, subcategory, portuguese, hours: hoursOf, nouns: nouns.split(', ') },
      ...{ core: core as Core, zone: zone as Zone, mood: mood as Mood },
      ...(broader !== '' && { broader }),
    };
  });

/** Companies of the island with several branches, which have the company's name. */
export interface Brand {
  readonly name: string;
  readonly subcategory: string;
  readonly branches: number;
}

export const brands: readonly Brand[] = [
  ['Gannet Coffee', 'Cafe', 9],
  ['Tinderbox Pizza', 'Pizzeria', 6],
  ['Pebble Burger', 'Burger restaurant', 6],
  ['Crumb & Crust', 'Bakery', 7],
  ['Larder Lane', 'Supermarket', 8],
  ['Nightlamp', 'Convenience store', 8],
  ['Brightwell Pharmacy', 'Pharmacy', 9],
  ['Petrelgo', 'Gas station', 8],
  ['Bank of Velmara', 'Bank', 9],
  ['Windlass Hardware', 'Hardware store', 4],
  ['Saltmarsh Outfitters', 'Clothing store', 5],
  ['Paper Heron', 'Bookstore', 4],
  ['Halyard Fitness', 'Gym', 5],
  ['Clearview Optics', 'Optician', 5],
  ['Tidewater Hotel', 'Hotel', 3],
  ['Pressed & Folded', 'Dry cleaning', 4],
].map(([name, subcategory, branches]) => ({ name, subcategory, branches }) as Brand);
