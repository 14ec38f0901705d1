import { pick, selectionOf } from './field-selection.js';

describe('pick', () => {
  it('does not change the record', () => {
    const record = Object.freeze({ id: 1, photos: Object.freeze({ small: 's', large: 'l' }) });
    expect(pick(record, selectionOf(['photos.small']))).toEqual({ photos: { small: 's' } });
  });

  it('returns an empty record if no member is selected', () => {
    expect(pick({ list: [{}, 1] }, selectionOf(['list.a', 'b']))).toEqual({});
  });
});
