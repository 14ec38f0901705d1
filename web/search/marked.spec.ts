import { markTyped } from './marked.js';

/** The typed parts in brackets. */
const marked = (text: string, typed: string) =>
  markTyped(text, typed)
    .map((part) => (part.isTyped ? `[${part.text}]` : part.text))
    .join('');

describe('markTyped', () => {
  it.each([
    ['Providence Pizza', 'pro piz', '[Pro]vidence [Piz]za'],
    ['São Paulo', 'sao', '[São] Paulo'],
    ['Sa\u0303o Paulo', 'são p', '[Sa\u0303o] [P]aulo'],
    ['Pão de Açúcar', 'acuc', 'Pão de [Açúc]ar'],
    ['The Theatre', 'the', '[The] [The]atre'],
    ['Café', 'tea', 'Café'],
    ['کافه ۱۲۳', '12', 'کافه [۱۲]۳'],
    ['24/7 Gym', '', '24/7 Gym'],
    ['東京タワー', '東京', '[東京]タワー'],
  ])('marks in %s what is typed as %j', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected);
  });
});
