import written from '../../web/parts/kind-icons.json';
import { kindIcons } from './icons.js';

describe('kind-icons.json', () => {
  it('is what npm run generate -- kinds writes', () => {
    expect(written).toEqual(kindIcons());
  });
});
