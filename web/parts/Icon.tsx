import { outlineOf } from './icons.js';

/** An icon of Maki, in the colour of the text around it. */
export function Icon({ name }: { name: string }) {
  return (
    <svg class="icon" viewBox="0 0 15 15" aria-hidden="true">
      <path d={outlineOf(name)} />
    </svg>
  );
}

const strokes = {
  search: 'M6.5 11a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10 10l3.5 3.5',
  clear: 'm4 4 7 7m0-7-7 7',
  menu: 'M2 4h11M2 7.5h11M2 11h11',
  code: 'M5 4 1.5 7.5 5 11m5-7 3.5 3.5L10 11',
  locate: 'M7.5 2v2m0 7v2M2 7.5h2m7 0h2M7.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  person: 'M7.5 7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-5 6c0-2.8 2.2-4 5-4s5 1.2 5 4',
  phone: 'M5.2 2 3 2.5c-.6 4.5 5 10.1 9.5 9.5l.5-2.2-2.6-1.3-1.3 1.1c-1.4-.7-2.5-1.8-3.2-3.2l1.1-1.3Z',
  globe: 'M7.5 13a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM2 7.5h11M7.5 2c-3.2 3.2-3.2 7.8 0 11 3.2-3.2 3.2-7.8 0-11Z',
  directions: 'M3.5 13V8.5a2 2 0 0 1 2-2H12M9 3.5l3 3-3 3',
  share: 'M7.5 9.5V1.5m-3 3 3-3 3 3M3 8v5h9V8',
  save: 'M4 2h7v11L7.5 10.5 4 13Z',
  saved: 'M4 2h7v11L7.5 10.5 4 13Z',
  down: 'm3.5 5.5 4 4 4-4',
} as const;

/** An icon of a control, drawn with lines. */
export function Glyph({ name }: { name: keyof typeof strokes }) {
  return (
    <svg class={name === 'saved' ? 'glyph filled' : 'glyph'} viewBox="0 0 15 15" aria-hidden="true">
      <path d={strokes[name]} />
    </svg>
  );
}
