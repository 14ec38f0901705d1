import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const named = (id: string, name: string, city: string, category: string) =>
  aPlace({ id, name, address: { city }, categories: [{ id, name: category }] });

const places = [
  named('starbucks', '星巴克', '上海', '咖啡馆'),
  named('signs of both', '星上克', '海巴', '馆'),
  named('shibuya', 'スターバックス', '渋谷区', 'カフェ'),
  named('ramen', 'らーめん一番', '札幌市', 'ラーメン'),
  named('duck', '北京烤鸭', '南京', '餐厅'),
];

/** Every word of `q` must match, also in scripts that do not separate words by spaces (docs/query-language.md). */
describe('words without spaces between them', () => {
  const { ids } = useDirectory({ places });

  it.each([
    ['上海星巴克', ['starbucks']],
    ['星巴克上海', ['starbucks']],
    ['上海咖啡馆', ['starbucks']],
    ['上海星巴克咖啡馆', ['starbucks']],
    ['星巴克 上海', ['starbucks']],
    ['スターバックス渋谷', ['shibuya']],
    ['渋谷カフェ', ['shibuya']],
    ['札幌らーめん', ['ramen']],
    ['南京北京烤鸭', ['duck']],
    // Two characters are one word.
    ['南鸭', []],
    ['上海烤鸭', []],
    ['星巴克北京', []],
    ['渋谷バックス', []],
  ])('%s finds %j', async (q, expected) => {
    expect(await ids({ q })).toEqual(expected);
  });
});
