interface Street {
  readonly casing: string;
  readonly fill: string;
}

/** The colours of the map. */
export interface Palette {
  /** Where no tile is loaded. */
  readonly ground: string;
  readonly water: string;
  readonly land: string;
  readonly coast: string;
  readonly border: string;
  readonly builtUp: string;
  readonly park: string;
  readonly forest: string;
  readonly beach: string;
  readonly building: string;
  readonly path: string;
  readonly streets: Readonly<Record<'primary' | 'secondary' | 'residential', Street>>;
  readonly halo: string;
  readonly country: string;
  readonly city: string;
  readonly district: string;
  readonly streetName: string;
  readonly parkName: string;
  readonly waterName: string;
  readonly placeName: string;
  readonly dot: string;
  readonly dotEdge: string;
  /** Pins and numbers of the list, and those that are pointed at or open. As `--strong` and `--point` of style/colours.css. */
  readonly pin: string;
  readonly onPin: string;
  readonly point: string;
  readonly onPoint: string;
  /** Counts: calm and grey, as numbers of the list are in colour. */
  readonly circle: string;
  readonly circleEdge: string;
  readonly circleText: string;
}

/** By day and by night. Text has a contrast of at least 4.5:1 with the land. */
export type Theme = 'light' | 'dark';

export const palettes: Readonly<Record<Theme, Palette>> = {
  light: {
    ground: '#e3e6e6',
    water: '#a9d5ea',
    land: '#f6f3ec',
    coast: '#8fbfd6',
    border: '#a6a096',
    builtUp: '#ece8e0',
    park: '#c8e6bd',
    forest: '#bcdcae',
    beach: '#f7ebc3',
    building: '#e0dacf',
    path: '#b9a98a',
    streets: {
      primary: { casing: '#e0b458', fill: '#fbdf9c' },
      secondary: { casing: '#d9cfa6', fill: '#fdf5d0' },
      residential: { casing: '#d5cfc3', fill: '#ffffff' },
    },
    halo: '#fffffff0',
    country: '#5b5f66',
    city: '#23272b',
    district: '#5f6672',
    streetName: '#4b4f55',
    parkName: '#2f6b32',
    waterName: '#2c6585',
    placeName: '#14606b',
    dot: '#14606b',
    dotEdge: '#ffffff',
    pin: '#14606b',
    onPin: '#ffffff',
    point: '#a8340b',
    onPoint: '#ffffff',
    circle: '#fffffff2',
    circleEdge: '#7b8590',
    circleText: '#545d68',
  },
  dark: {
    ground: '#1a1f24',
    water: '#1b4a63',
    land: '#20272d',
    coast: '#4a7d96',
    border: '#5d6a74',
    builtUp: '#282f36',
    park: '#22382c',
    forest: '#1e3227',
    beach: '#3a382d',
    building: '#313941',
    path: '#6b6351',
    streets: {
      primary: { casing: '#161b20', fill: '#6f6547' },
      secondary: { casing: '#161b20', fill: '#515860' },
      residential: { casing: '#181d22', fill: '#404850' },
    },
    halo: '#161c21e6',
    country: '#a9b3bd',
    city: '#f0f3f5',
    district: '#a3afba',
    streetName: '#c3cad1',
    parkName: '#8fc99a',
    waterName: '#9cc9e0',
    placeName: '#8ed6e0',
    dot: '#6cc3cf',
    dotEdge: '#161c21',
    pin: '#6cc5d1',
    onPin: '#08191c',
    point: '#ffb27a',
    onPoint: '#2b1203',
    circle: '#1a2026f2',
    circleEdge: '#74808c',
    circleText: '#a9b3bd',
  },
};
