import { palettes } from './palette.js';

/** As WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each(['light', 'dark'] as const)('the %s palette', (theme) => {
  const palette = palettes[theme];

  it.each(['country', 'city', 'district', 'streetName', 'parkName', 'waterName', 'placeName'] as const)(
    'has readable text on land: %s',
    (text) => {
      const [darker = 0, lighter = 0] = [palette.land, palette[text]].map(luminance).sort((a, b) => a - b);
      expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each([
    ['onPin', 'pin'],
    ['onPoint', 'point'],
    ['circleText', 'land'],
  ] as const)('has readable text on marks: %s on %s', (text, ground) => {
    const [darker = 0, lighter = 0] = [palette[ground], palette[text]].map(luminance).sort((a, b) => a - b);
    expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(4.5);
  });
});
