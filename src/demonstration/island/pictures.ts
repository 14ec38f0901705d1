import { Random } from './random.js';

/** What pictures of places show. */
const scenes = ['food', 'bar', 'sweets', 'shop', 'culture', 'stay', 'sport', 'outdoors'] as const;

type Scene = (typeof scenes)[number];

/** How many pictures of each kind there are. */
export const VARIANTS = 6;
export const FACES = 24;

/** The path of a picture of a place, below the base address of the service. */
export const scenePath = (scene: Scene, variant: number): string => `/explore/pictures/${scene}-${variant}.svg`;

/** The path of a picture of a person. */
export const facePath = (variant: number): string => `/explore/pictures/person-${variant}.svg`;

/** @returns SVG; undefined if there is no picture of this name */
export function picture(name: string): string | undefined {
  const [, subject, number] = /^([a-z]+)-(\d{1,2})\.svg$/.exec(name) ?? [];
  const variant = Number(number);
  if (subject === 'person') return variant >= 1 && variant <= FACES ? face(variant) : undefined;
  const scene = scenes.find((known) => known === subject);
  if (!scene || variant < 1 || variant > VARIANTS) return undefined;
  if (scene === 'outdoors') return landscape(variant);
  return scene === 'culture' ? columns(variant) : front(scene, variant);
}

const skies = ['#cfe6f5', '#fbe3c8', '#d9ecdf', '#e4def2', '#f7dcd8', '#d3e4ee'];
const walls = ['#e8d9c3', '#d98f6c', '#8fb0a9', '#e5c26b', '#b9a1c4', '#c9d3d8'];
const accents = ['#b3432f', '#2f6f73', '#3d5a80', '#7a4e7e', '#9a6a1f', '#46733c'];

/** What hangs on the sign of a house, around the middle of a square of 40. */
const signs: Readonly<Record<Exclude<Scene, 'culture' | 'outdoors'>, string>> = {
  food: '<path d="M-9-14v9a4 4 0 0 0 3 4v15h3v-15a4 4 0 0 0 3-4v-9h-2v8h-2v-8h-2v8h-1v-8zM6-14c-4 2-5 9-4 15h2v13h3v-28z"/>',
  bar: '<path d="M-11-12h16v4h4a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4h-4v7h-16zM5-4v6h4v-6z"/>',
  sweets: '<path d="M-12-4h24l-4 16h-16zM-12-6a12 9 0 0 1 24 0z"/>',
  shop: '<path d="M-11-6h22l2 20h-26zM-6-4v-4a6 6 0 0 1 12 0v4h-3v-4a3 3 0 0 0-6 0v4z"/>',
  stay: '<path d="M-15-9h4v9h26v12h-4v-5h-22v5h-4zM-9-7h8v5h-8z"/>',
  sport: '<path d="M-15-5h4v-4h4v7h14v-7h4v4h4v10h-4v4h-4v-7h-14v7h-4v-4h-4z"/>',
};

/** The front of a house with an awning and a sign. */
function front(scene: keyof typeof signs, variant: number): string {
  const random = new Random(variant * 31 + scenes.indexOf(scene) * 977);
  const [sky, wall, accent] = [skies, walls, accents].map((colours) => random.pick(colours));
  const left = random.between(40, 70);
  const width = random.between(270, 310);
  const top = random.between(38, 70);
  const windows = [0, 1, 2].map((column) => {
    const x = left + 26 + column * ((width - 100) / 2);
    return `<rect x="${x}" y="${top + 22}" width="48" height="52" rx="3" fill="#f7fbfd" stroke="#0003"/><path d="M${x + 24} ${top + 22}v52M${x} ${top + 46}h48" stroke="#0002" stroke-width="2"/>`;
  });
  const stripes = Array.from({ length: 12 }, (_, at) => {
    const x = left - 8 + (at * (width + 16)) / 12;
    const step = (width + 16) / 12;
    return `<path d="M${x} 138h${step}v26a${step / 2} 9 0 0 1-${step} 0z" fill="${at % 2 === 0 ? accent : '#fff'}"/>`;
  });
  const doorLeft = random.next() < 0.5;
  const door = doorLeft ? left + 22 : left + width - 78;
  const display = doorLeft ? left + 96 : left + 20;
  const roof =
    random.next() < 0.5
      ? `<path d="M${left - 12} ${top}h${width + 24}l-24-26h-${width - 24}z" fill="${accent}" opacity=".8"/>`
      : `<rect x="${left - 8}" y="${top - 12}" width="${width + 16}" height="14" fill="#0002"/>`;
  return scenery(
    `<rect x="-200" width="800" height="300" fill="${sky}"/>${street}`,
    `${roof}<rect x="${left}" y="${top}" width="${width}" height="${262 - top}" fill="${wall}"/>${windows.join('')}`,
    `<rect x="${display}" y="172" width="${width - 118}" height="70" rx="4" fill="#eef6f8" stroke="#0003"/>`,
    `<rect x="${door}" y="172" width="56" height="90" fill="${accent}"/><circle cx="${door + 46}" cy="220" r="3" fill="#fff"/>`,
    stripes.join(''),
    `<g transform="translate(${display + (width - 118) / 2} 207) scale(1.7)" fill="${accent}">${signs[scene]}</g>`,
  );
}

const street = '<path d="M-200 262h800v38h-800z" fill="#b9b3a9"/><path d="M-200 262h800v6h-800z" fill="#d8d3ca"/>';

/** A hall with columns: a museum, a theatre, a church. */
function columns(variant: number): string {
  const random = new Random(variant * 613);
  const [sky, wall, accent] = [skies, walls, accents].map((colours) => random.pick(colours));
  const count = random.between(4, 7);
  const shafts = Array.from({ length: count }, (_, at) => {
    const x = 78 + (at * 220) / (count - 1);
    return `<path d="M${x} 122h24v8h-3v102h3v8h-24v-8h3V130h-3z" fill="#f6f1e6" stroke="#0002"/>`;
  });
  return scenery(
    `<rect x="-200" width="800" height="300" fill="${sky}"/>${street}<path d="M62 120h276v122H62z" fill="${wall}"/>`,
    `<rect x="178" y="160" width="44" height="82" rx="20" fill="${accent}"/>${shafts.join('')}`,
    `<path d="M200 48 352 112v10H48v-10z" fill="#f6f1e6" stroke="#0002"/><path d="M200 64 300 108H100z" fill="${accent}" opacity=".75"/>`,
    '<path d="M52 240h296v10H52zM40 250h320v14H40z" fill="#e6dfd0"/>',
  );
}

/** Hills, water and trees: a park, a beach, a view. */
function landscape(variant: number): string {
  const random = new Random(variant * 409);
  const sky = random.pick(skies);
  const peak = random.between(90, 150);
  const trees = Array.from({ length: random.between(6, 11) }, () => {
    const [x, y] = [random.between(-180, 580), random.between(206, 236)];
    return `<path d="M${x - 3} ${y}h6v26h-6z" fill="#7a5a3a"/><circle cx="${x}" cy="${y - 10}" r="${random.between(16, 24)}" fill="#4c8051"/>`;
  });
  return scenery(
    `<rect x="-200" width="800" height="300" fill="${sky}"/><circle cx="${random.between(60, 340)}" cy="62" r="28" fill="#ffe9a8"/>`,
    `<path d="M-200 ${peak + 20}Q-90 ${peak - 10} 0 190Q90 ${peak} 190 180T400 ${peak + 20}T600 190V300H-200z" fill="#8db48e"/>`,
    '<path d="M-200 190h800v34h-800z" fill="#7fb3d3"/>',
    `<path d="M-200 226Q200 196 600 228V300H-200z" fill="#a9cc8f"/>${trees.join('')}`,
  );
}

/** A drawn person: hair, face and shoulders. */
function face(variant: number): string {
  const random = new Random(variant * 7919);
  const skin = random.pick(['#f3d3b8', '#e2b48f', '#c68d62', '#9c6642', '#6f4529']);
  const hair = random.pick(['#2b2320', '#5a3a22', '#8a5a2b', '#c79a4b', '#8d8d8d', '#a8482c']);
  const [background, clothes] = [random.pick(skies), random.pick(accents)];
  const long = random.next() < 0.5;
  return svg(
    200,
    200,
    `<rect width="200" height="200" fill="${background}"/><path d="M30 200c0-42 32-58 70-58s70 16 70 58z" fill="${clothes}"/>`,
    long ? `<path d="M52 88c0-74 96-74 96 0v66h-96z" fill="${hair}"/>` : '',
    `<rect x="84" y="116" width="32" height="36" rx="14" fill="${skin}"/><ellipse cx="100" cy="94" rx="37" ry="44" fill="${skin}"/>`,
    `<path d="M60 88c-4-58 84-58 80 0-8-20-24-26-40-26s-32 6-40 26z" fill="${hair}"/>`,
    '<circle cx="86" cy="96" r="4" fill="#2b2320"/><circle cx="114" cy="96" r="4" fill="#2b2320"/>',
    '<path d="M86 116q14 12 28 0" fill="none" stroke="#2b2320" stroke-width="3" stroke-linecap="round"/>',
  );
}

/** A drawing in the middle of a wide picture: a banner shows all of it, and a square its middle. */
function scenery(...parts: string[]): string {
  return svg(800, 300, '<g transform="translate(200)">', ...parts, '</g>');
}

function svg(width: number, height: number, ...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${parts.join('')}</svg>\n`;
}
