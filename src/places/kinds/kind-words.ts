import { isStopWord } from '../query/fillers.js';
import { foldedPhrase, foldedWords, writingOf } from '../query/words.js';

/**
 * Everyday words and names that are also words for a kind in some language. People usually mean something else by them, so they do not
 * name kinds.
 */
const noKinds: ReadonlySet<string> = new Set(
  `a an and are as at be by can do for from get go had has have how in is it its me more my new no not now of off on one open or our out
  over so some than that the their them there these they this to top under up us was we what when where which who why will with you your
  all any best big black blue both but cheap city close day down east end eat every fast first food free fresh fun good great green here
  high home hot house hour hours hill international island king kings lake last late life light line little live local long love main
  man men near nearby nearest next north old only order other paris people place places point queen red right river
  road rock royal same sea service services shop shops show side small south special star state station store stores street sun
  super take then think three time today town two union use very village visit want water week west white wide wild win women
  wood work world years young land bed bread tree stone box circle court
  de da do das dos em no na nos nas um uma uns com sem por para que mais menos e ou se ao aos casa grande novo nova bom boa rua
  avenida centro cidade sao santa santo rio sul norte leste oeste dia vida sol mar paz loja lojas lugar aqui perto onde aberto aberta
  el la los las un una unos del al y o con sin mas menos muy calle ciudad tienda lugar abierto
  le les des du et ou un une au aux sur dans pour avec sans plus rue ville magasin il lo gli i di che per con via citta negozio piazza
  der die das den dem ein eine einer und oder im am vom zum zur mit ohne auf aus bei von neu alt haus stadt laden geschaft weg platz
  marine center air glacier cascade cascades herne forty fort far plaza experts studies barn bear loss luke span vine complex
  information baden massa jinja hagen poole pooler parker bari baras banka bilgi molo castelli berber
  discount discounts leasing cap cape capo cabo kap port porto puerto havre lift bahn steg ton tip skip manga palco abri chai pista slot
  burg forte faro horta bay bio en et den det de og eller i pa til fra med uden for af om her hus by butik butikker vej gade plads torv
  nye ny gamle store lille elv joki fluss fiume flod reka rieka rijeka rivero riviere rivier rzeka
  ved hos bedste billig abent aben ved naer och att som ett pa av het een van voor met en op te bij aan`
    .split(/\s+/u)
    .map(foldedPhrase),
);

/** Abbreviations that name kinds. */
const shortKinds: ReadonlySet<string> = new Set(['gp', 'wc']);

/** Whether a phrase is too short or too common to name a kind: `no`, `la`, `Á`. In scripts without vowels or letters, short words may. */
export function isTrap(words: readonly string[]): boolean {
  const [word = ''] = words;
  if (words.length > 1 || /\p{Extended_Pictographic}/u.test(word)) return false;
  const minLetters = writingOf(word) === 'alphabet' ? 3 : 2;
  return (word.length < minLetters && !shortKinds.has(word)) || noKinds.has(word);
}

/**
 * The words of a text for `kindsNamed`: its folded words, and its emoji, which folding would remove. Skin, sex and colour of an emoji
 * do not matter.
 */
export function kindWords(text: string): string[] {
  return text
    .replace(/[\u{fe0e}\u{fe0f}\p{Emoji_Modifier}]|\u{200d}[♀♂]/gu, '')
    .split(/((?![©®™])\p{Extended_Pictographic}(?:\u{200d}\p{Extended_Pictographic})*)/u)
    .flatMap((part, index) => (index % 2 === 1 ? [part] : foldedWords(part)));
}

/** The language of emoji, which everyone reads. */
export const EMOJI = 'emoji';

/** `kind: language word, word; language word`, one a line. A kind may have several lines. */
export function parseWords(content: string): Map<string, [language: string, words: string[]][]> {
  const words = new Map<string, [string, string[]][]>();
  for (const line of content.split('\n')) {
    const [, id, rest] = /^([a-z][\w/-]*): (.*)$/u.exec(line) ?? [];
    if (id === undefined || rest === undefined) continue;
    const languages = rest.split(';').map((part): [string, string[]] => {
      const [language = '', ...texts] = part.trim().split(' ');
      return [
        language,
        texts
          .join(' ')
          .split(language === EMOJI ? ' ' : ',')
          .map((text) => text.trim()),
      ];
    });
    words.set(id, [...(words.get(id) ?? []), ...languages]);
  }
  return words;
}

/** A text without texts in brackets, and then its parts between slashes: `Gym / Fitness Center`. */
export function partsOf(text: string): string[] {
  const whole = text.replace(/[([（【][^()[\]（）【】]*[)\]）】]/gu, ' ').trim();
  const parts = whole
    .split(/[/／・]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 ? [whole, ...parts] : [whole];
}

/** What readers see: the first of several names (`Barbecue / Grill`), in English with the capitals that most names have: `Lebanese Restaurant`. */
export function labelFrom(name: string, language: string): string {
  const [label = ''] = name.split(' / ');
  if (language !== 'en') return label;
  return label.replace(/(?<![\p{L}\p{M}'’])\p{Ll}[\p{L}\p{M}]*/gu, (word, at) =>
    at > 0 && isStopWord(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  );
}
