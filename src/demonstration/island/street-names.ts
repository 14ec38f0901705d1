import { type Street, type StreetClass } from './network.js';
import { type Random } from './random.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Written for the island. */
const english = words(`
  Anchor Lantern Cooper Chandler Ropemaker Sailmaker Pilot Gull Tern Plover Curlew Heron Cormorant Petrel Kelp Tide Shoal Beacon
  Compass Sextant Mast Keel Rudder Capstan Bosun Purser Cutler Tanner Weaver Dyer Fuller Mercer Draper Saddler Wheelwright Glazier
  Thatcher Mason Carver Miller Brewer Barley Clover Meadow Orchard Apple Pear Quince Plum Cherry Almond Fig Olive Laurel Myrtle Juniper
  Rosemary Lavender Sage Thyme Fennel Willow Alder Ash Beech Birch Elm Hazel Holly Linden Maple Oak Pine Rowan Sycamore Cedar Cypress
  Hawthorn Bramble Heather Gorse Bracken Fern Ivy Market Mill Weir Spring Well Fountain Bell Chapel School Theatre Guildhall Exchange
  Granary Foundry Forge Lime Slate Copper Silver Quarry Averill Brandreth Calloway Dunmore Ellery Farrow Hallam Iverley Jessop
  Kestrel Lomax Marlow Norcott Osprey Penrose Quayle Redfern Selby Tolliver Upton Verity Wren Yarrow Amber Coral Pearl Oyster Mussel
  Cockle Herring Mackerel Salt Sand Pebble Shingle Cliff Dune Marsh Reed Otter Badger Hare Fox Lark Swallow Finch Thrush Linnet
  Dove Falcon Merlin Rook Crane Swan Teal Eider Whimbrel Ferry Signal Storm Zephyr Monsoon Windward Leeward Sundial Hourglass Almanac
  Cask Barrel Kettle Candle Needle Thimble Ribbon Velvet Linen Parchment Inkwell Quill Ledger Penny Crown Sceptre Garland Harvest
`);

const types: Readonly<Record<StreetClass, readonly string[]>> = {
  primary: ['Road', 'Avenue'],
  secondary: ['Street', 'Road', 'Avenue'],
  residential: ['Street', 'Street', 'Lane', 'Row', 'Walk', 'Terrace', 'Place', 'Rise', 'Way', 'Grove', 'Close'],
  path: ['Path'],
};

const portuguese = words(`
  das_Gaivotas do_Cais dos_Pescadores da_Maré das_Conchas do_Leme das_Velas do_Poço da_Fonte das_Oliveiras das_Amoreiras do_Moinho
  da_Eira do_Forno dos_Tanoeiros dos_Calafates da_Bússola do_Almirante das_Andorinhas do_Faroleiro da_Rosa_dos_Ventos do_Coral
  das_Redes da_Enseada do_Mirante das_Laranjeiras do_Limoeiro da_Figueira dos_Cedros do_Jasmim das_Hortênsias da_Nogueira do_Sal
  das_Algas do_Timoneiro da_Gávea do_Astrolábio das_Areias do_Penedo da_Ponte_Velha das_Cerejeiras do_Pomar da_Lavoura do_Trigo
  das_Rolas do_Ferreiro da_Tecelã das_Rendeiras do_Oleiro da_Escola do_Mercado_Novo da_Lua_Cheia do_Sol_Posto das_Marés_Vivas da_Bonança
`).map((word) => word.replaceAll('_', ' '));

const portugueseTypes = ['Rua', 'Rua', 'Rua', 'Travessa', 'Beco'];

/** The district where people speak Portuguese. */
export const portugueseDistrict = 'Bairro do Farol';

/** Gives every street a name that no other street of its settlement has. Paths have none. */
export function nameStreets(streets: readonly Street[], random: Random): void {
  const taken = new Set(streets.map(({ name }) => name));
  const [ours, theirs] = [random.shuffle(english), random.shuffle(portuguese)];
  let [next, nextPortuguese] = [0, 0];
  for (const street of streets) {
    if (street.class === 'path' || street.name !== '') continue;
    const isPortuguese = street.district === portugueseDistrict;
    let name: string;
    do {
      name = isPortuguese
        ? `${random.pick(portugueseTypes)} ${theirs[nextPortuguese++ % theirs.length] ?? ''}`
        : `${ours[next++ % ours.length] ?? ''} ${random.pick(types[street.class])}`;
    } while (taken.has(name));
    taken.add(name);
    street.name = name;
  }
}
