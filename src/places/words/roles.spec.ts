import { type KindDefinition, type KindNames } from './catalogues.js';
import { guessMisspellings } from './misspellings.js';
import { namesTime, recognizeRoles } from './roles.js';
import { type Area, type AreaNames, canonicalOf } from './where.js';

const area = (name: string, type: Area['type'] = 'city'): Area => ({
  ...{ type, name, key: name.toLowerCase(), parentKeys: [], places: 100, radius: 5000, centre: { lat: -36, lng: 174 } },
  ids: [name],
});

const kind = (id: string, idsWithNarrower = [id]): KindDefinition => ({
  ...{ id, named: [id], ids: [id], idsWithNarrower, name: id, alternatives: [] },
});

/** A few names instead of catalogues. */
const areas: AreaNames = {
  cityAround: () => area('Auckland'),
  named: (key) =>
    ({
      auckland: [area('Auckland')],
      cambridge: [area('Cambridge')],
      beach: [{ ...area('Beach', 'district'), places: 5 }],
      'auckland airport': [area('Auckland Airport', 'district')],
      'courtenay place': [area('Courtenay Place', 'district')],
      'eden park': [],
      church: [area('Church', 'district')],
      クライストチャーチ: [area('Christchurch')],
    })[canonicalOf(key.split(' '))] ?? [],
};

const KINDS: Record<string, KindDefinition> = {
  cafe: kind('amenity/cafe'),
  restaurant: kind('amenity/restaurant', ['amenity/restaurant', 'amenity/restaurant/sushi']),
  sushi: kind('amenity/restaurant/sushi'),
  vegan: kind('amenity/restaurant/vegan'),
  bar: kind('amenity/bar'),
  pharmacy: kind('amenity/pharmacy'),
  shoes: kind('shop/shoes'),
  hotel: kind('tourism/hotel'),
  beach: kind('natural/beach'),
  'shoe shop': kind('shop/shoes'),
  dentist: kind('amenity/dentist'),
  'watch repair': kind('craft/watchmaker'),
  church: kind('amenity/place_of_worship'),
  'town hall': kind('amenity/townhall'),
  'public telephone': kind('amenity/telephone'),
  'mobile phone store': kind('shop/mobile_phone'),
  '🍕': kind('amenity/restaurant/pizza'),
  'カ フ ェ': kind('amenity/cafe'),
  カフェ: kind('amenity/cafe'),
  ファストフード: kind('amenity/fast_food'),
  ร้านอาหาร: kind('amenity/restaurant'),
};

const kinds: KindNames = {
  longestKindAt: (words, from) => {
    for (const end of [from + 2, from + 1]) {
      const found = KINDS[words.slice(from, end).join(' ')];
      if (found) return { kind: found, end: Math.min(end, words.length) };
    }
    return undefined;
  },
  areOnlyKinds: () => false,
  spellingsLike: (word) => ({ cofee: ['coffee', 'cafe'], dentits: ['dentist'], nighclub: ['bar'] })[word] ?? [],
};

/** Parts of the day, as minutes. */
const MORNING = { minute: 600, until: 720 };
const AFTERNOON = { minute: 900, until: 1080 };
const EVENING = { minute: 1200, until: 1440 };

const CATALOGUES = { areas, kinds, kindsWithHints: kinds, countries: [] };

const ALL = { kind: true, where: true, near: true, when: true, number: true };

const read = (text: string, reads = ALL) => {
  const { kind, where, landmark, number, when, ...rest } = recognizeRoles(
    text,
    { ...CATALOGUES, countries: ['NZ', 'GB', 'BR'] },
    { enabledRoles: reads },
  );
  return {
    ...{ text: rest.text, kind: kind?.id, where: where?.area.name, near: rest.near, landmark: landmark?.name },
    ...{ when: when?.time, number: number?.type },
  };
};

const nothing = Object.fromEntries(
  ['kind', 'where', 'near', 'landmark', 'when', 'number'].map((role) => [role, undefined]),
);

describe('reading the words of a search', () => {
  it.each([
    ['cafe auckland', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['auckland cafe', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['sushi restaurant auckland', { text: '', kind: 'amenity/restaurant/sushi', where: 'Auckland' }],
    ['the best cafe in auckland', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['vegan cafe auckland', { text: 'vegan', kind: 'amenity/cafe', where: 'Auckland' }],
    ['starbucks auckland', { text: 'starbucks', where: 'Auckland' }],
    ['where can i buy shoes in auckland', { text: '', kind: 'shop/shoes', where: 'Auckland' }],
    ['where to eat in auckland', { text: '', kind: 'amenity/restaurant', where: 'Auckland' }],
    ['buy some shoes auckland', { text: '', kind: 'shop/shoes', where: 'Auckland' }],
    ['fix my watch auckland', { text: '', kind: 'craft/watchmaker', where: 'Auckland' }],
    ['place to repair a watch in auckland', { text: '', kind: 'craft/watchmaker', where: 'Auckland' }],
    ['cafe with beach auckland', { text: 'beach', kind: 'amenity/cafe', where: 'Auckland' }],
    ['cafe or shoes auckland', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['auckland town hall', { text: '', kind: 'amenity/townhall', where: 'Auckland' }],
    ['town hall auckland', { text: '', kind: 'amenity/townhall', where: 'Auckland' }],
    ['auckland town cafe', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['cafe auckland city', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['cafe or auckland', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['fix it auckland', { text: 'fix it', where: 'Auckland' }],
    ['somewhere to stay near cambridge', { text: '', kind: 'tourism/hotel', where: 'Cambridge' }],
    ['cafe near me', { text: '', kind: 'amenity/cafe', near: 'near me' }],
    ['nearest pharmacy', { text: '', kind: 'amenity/pharmacy', near: 'nearest' }],
    ['cafe perto de mim', { text: '', kind: 'amenity/cafe', near: 'perto de mim' }],
    ['近くのカフェ', { text: '', kind: 'amenity/cafe', near: '近く' }],
    ['cafe near sky tower', { text: '', kind: 'amenity/cafe', landmark: 'sky tower' }],
    ['cafe near the sky tower auckland', { text: '', kind: 'amenity/cafe', landmark: 'sky tower auckland' }],
    ['cafe near the beach', { text: '', kind: 'amenity/cafe', landmark: 'beach' }],
    ['cafe near the closest beach', { text: '', kind: 'amenity/cafe', landmark: 'beach' }],
    ['cafe near best western', { text: '', kind: 'amenity/cafe', landmark: 'best western' }],
    ['cafe by the sky tower', { text: '', kind: 'amenity/cafe', landmark: 'sky tower' }],
    ['hotel under 100 dollars a night auckland', { text: '', kind: 'tourism/hotel', where: 'Auckland' }],
    ['hotel até 200 reais', { text: '', kind: 'tourism/hotel' }],
    ['50 dollars', { text: '50 dollars' }],
    ['cafe in the cbd of auckland', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['cafe in the city centre', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['cafe near the city centre', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['cafe morgen geöffnet', { text: '', kind: 'amenity/cafe', when: 'tomorrow' }],
    ['best cafe innenstadt', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['cafe centre', { text: 'centre', kind: 'amenity/cafe' }],
    ['town hall', { text: '', kind: 'amenity/townhall' }],
    ['mystery innenstadt', { text: 'mystery innenstadt' }],
    ['cafe at auckland', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['bread by design', { text: 'bread by design' }],
    ['hotel near airport auckland', { text: '', kind: 'tourism/hotel', where: 'Auckland Airport' }],
    ['where can i buy sapatos in auckland', { text: '', kind: 'shop/shoes', where: 'Auckland' }],
    ['sapatos auckland', { text: '', kind: 'shop/shoes', where: 'Auckland' }],
    ['sapatos', { text: 'sapatos' }],
    ['the best food', { text: '', kind: 'amenity/restaurant' }],
    ['comida aberta agora', { text: '', kind: 'amenity/restaurant', when: 'now' }],
    ['fine food', { text: 'fine food' }],
    ['food hall', { text: 'food hall' }],
    ['sapatos mystery auckland', { text: 'sapatos mystery', where: 'Auckland' }],
    ['toothache auckland', { text: '', kind: 'amenity/dentist', where: 'Auckland' }],
    ['cafe 6011', { text: '', kind: 'amenity/cafe', number: 'postcode' }],
    ['cafe eh1', { text: '', kind: 'amenity/cafe', number: 'postcode' }],
    ['paris 6011', { text: 'paris 6011' }],
    ['paris eh1', { text: 'paris eh1' }],
    ['pharmacy open now auckland', { text: '', kind: 'amenity/pharmacy', where: 'Auckland', when: 'now' }],
    ['cafe open after 10pm auckland', { text: '', kind: 'amenity/cafe', where: 'Auckland', when: { minute: 1320 } }],
    ['pharmacy open 24h', { text: '', kind: 'amenity/pharmacy', when: 'night' }],
    ['pharmacy aberta 24 horas', { text: '', kind: 'amenity/pharmacy', when: 'night' }],
    ['cafe open until 10', { text: '', kind: 'amenity/cafe', when: { minute: 1319 } }],
    ['cafe open after 6', { text: '', kind: 'amenity/cafe', when: { minute: 1080 } }],
    ['cafe open 9 p.m.', { text: '', kind: 'amenity/cafe', when: { minute: 1260 } }],
    ['cafe open friday midnight', { text: '', kind: 'amenity/cafe', when: { minute: 0, day: 5 } }],
    ['cafe open friday until 2am', { text: '', kind: 'amenity/cafe', when: { minute: 119, day: 5 } }],
    ['bar open at 3', { text: '', kind: 'amenity/bar', when: { minute: 180 } }],
    ['bar open until 5', { text: '', kind: 'amenity/bar', when: { minute: 299 } }],
    ['cafe near the bar open until 5', { text: '', kind: 'amenity/cafe', landmark: 'bar', when: { minute: 1019 } }],
    ['nighclub open until 5', { text: 'nighclub', when: { minute: 299 } }],
    ['restaurant or bar open until 5', { text: '', kind: 'amenity/restaurant', when: { minute: 299 } }],
    ['bar open until 5 near the beach', { text: '', kind: 'amenity/bar', landmark: 'beach', when: { minute: 299 } }],
    ['open until 5 bar', { text: '', kind: 'amenity/bar', when: { minute: 299 } }],
    ['cafe open until 5 near the bar', { text: '', kind: 'amenity/cafe', landmark: 'bar', when: { minute: 1019 } }],
    ['bar open friday until 6', { text: '', kind: 'amenity/bar', when: { minute: 359, day: 5 } }],
    ['cafe open saturday, sunday auckland', { text: '', kind: 'amenity/cafe', where: 'Auckland', when: 5 }],
    ['US Open 2025', { text: 'US Open 2025' }],
    ['open to 5 star hotel', { text: '', kind: 'tourism/hotel' }],
    ['restaurant with 5 stars', { text: '', kind: 'amenity/restaurant' }],
    ['hotel cinco estrelas auckland', { text: '', kind: 'tourism/hotel', where: 'Auckland' }],
    ['5-star hotel', { text: '', kind: 'tourism/hotel' }],
    ['top rated cafe', { text: '', kind: 'amenity/cafe' }],
    ['5 stars auckland', { text: '5 stars', where: 'Auckland' }],
    ['seven stars cafe', { text: 'seven stars', kind: 'amenity/cafe' }],
    ['Gym Open 24 12', { text: 'Gym Open 24 12' }],
    ['10 Dollar Street', { text: '10 Dollar Street' }],
    ['Buy Rite', { text: 'Buy Rite' }],
    ['1 pound fish', { text: '1 pound fish' }],
    ['restaurant with sushi', { text: '', kind: 'amenity/restaurant/sushi' }],
    ['auckland heart cafe', { text: 'heart', kind: 'amenity/cafe', where: 'Auckland' }],
    ['cafe in the heart of the auckland cbd', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['cafe open until midnight', { text: '', kind: 'amenity/cafe', when: { minute: 1439 } }],
    ['cafe open at 7', { text: '', kind: 'amenity/cafe', when: { minute: 420 } }],
    ['cafe open 7.30 am', { text: '', kind: 'amenity/cafe', when: { minute: 450 } }],
    ['cafe open sunday at 9am', { text: '', kind: 'amenity/cafe', when: { minute: 540, day: 6 } }],
    [
      'cafe open at 9:30 on sunday auckland',
      { text: '', kind: 'amenity/cafe', where: 'Auckland', when: { minute: 570, day: 6 } },
    ],
    ['cafe open sunday morning', { text: '', kind: 'amenity/cafe', when: { ...MORNING, day: 6 } }],
    ['cafe open on friday in the afternoon', { text: '', kind: 'amenity/cafe', when: { ...AFTERNOON, day: 4 } }],
    ['cafe aberto sábado à noite', { text: '', kind: 'amenity/cafe', when: { ...EVENING, day: 5 } }],
    ['cafe open in the morning', { text: '', kind: 'amenity/cafe', when: MORNING }],
    ['cafe open tonight', { text: '', kind: 'amenity/cafe', when: EVENING }],
    ['cafe open in the evening', { text: '', kind: 'amenity/cafe', when: EVENING }],
    ['cafe aberto à noite', { text: '', kind: 'amenity/cafe', when: EVENING }],
    ['cafe open night', { text: '', kind: 'amenity/cafe', when: EVENING }],
    ['cafe open saturday night', { text: '', kind: 'amenity/cafe', when: { ...EVENING, day: 5 } }],
    ['cafe open late at night', { text: '', kind: 'amenity/cafe', when: 'late' }],
    ['cafe open at 8 in the evening', { text: '', kind: 'amenity/cafe', when: { minute: 1200 } }],
    ['cafe open 8 in the morning', { text: '', kind: 'amenity/cafe', when: { minute: 480 } }],
    ['cafe open at 12 at night', { text: '', kind: 'amenity/cafe', when: { minute: 0 } }],
    ['cafe open until 10 in the morning', { text: '', kind: 'amenity/cafe', when: { minute: 599 } }],
    ['cafe open friday until 2 in the morning', { text: '', kind: 'amenity/cafe', when: { minute: 119, day: 5 } }],
    ['cafe aberto até 4 da madrugada', { text: '', kind: 'amenity/cafe', when: { minute: 239 } }],
    ['cafe open until 4 at night', { text: '', kind: 'amenity/cafe', when: { minute: 239 } }],
    ['cafe aberto hoje à tarde', { text: '', kind: 'amenity/cafe', when: { minute: 900, until: 1080, isToday: true } }],
    ['cafe open today at 9am', { text: '', kind: 'amenity/cafe', when: { minute: 540, isToday: true } }],
    ['cafe open tonight at 9', { text: '', kind: 'amenity/cafe', when: { minute: 1260 } }],
    ['cafe open at 9 tonight', { text: '', kind: 'amenity/cafe', when: { minute: 1260 } }],
    ['cafe open sunday morning at 9', { text: '', kind: 'amenity/cafe', when: { minute: 540, day: 6 } }],
    ['cafe open at 9 on sunday morning', { text: '', kind: 'amenity/cafe', when: { minute: 540, day: 6 } }],
    ['cafe open sunday at 2 at night', { text: '', kind: 'amenity/cafe', when: { minute: 120, day: 0 } }],
    ['cafe open sunday at 2 in the morning', { text: '', kind: 'amenity/cafe', when: { minute: 120, day: 6 } }],
    ['cafe open today at 9', { text: '', kind: 'amenity/cafe', when: { minute: 540, isToday: true } }],
    ['cafe open today', { text: '', kind: 'amenity/cafe', when: 'now' }],
    ['cafe aberto hoje às 8 da noite', { text: '', kind: 'amenity/cafe', when: { minute: 1200, isToday: true } }],
    ['cafe abierto hoy a las 8 de la noche', { text: '', kind: 'amenity/cafe', when: { minute: 1200, isToday: true } }],
    ['cafe åben i dag kl. 8 om aftenen', { text: '', kind: 'amenity/cafe', when: { minute: 1200, isToday: true } }],
    ['cafe geöffnet um 8 uhr abends', { text: '', kind: 'amenity/cafe', when: { minute: 1200 } }],
    ['cafe ouvert à 8 heures du soir', { text: '', kind: 'amenity/cafe', when: { minute: 1200 } }],
    ['cafe aperto alle 8 di sera', { text: '', kind: 'amenity/cafe', when: { minute: 1200 } }],
    ['open tomorrow', { text: '', when: 'tomorrow' }],
    ['cafe aberto amanhã', { text: '', kind: 'amenity/cafe', when: 'tomorrow' }],
    ['cafe open tomorrow at 9am', { text: '', kind: 'amenity/cafe', when: { minute: 540, isTomorrow: true } }],
    ['cafe open tomorrow morning', { text: '', kind: 'amenity/cafe', when: { ...MORNING, isTomorrow: true } }],
    ['cafe open tomorrow until 2am', { text: '', kind: 'amenity/cafe', when: { minute: 1559, isTomorrow: true } }],
    ['open night market', { text: 'open night market' }],
    ['open now', { text: '', when: 'now' }],
    ['open on sunday', { text: '', when: 6 }],
    ['place to sleep', { text: '', kind: 'tourism/hotel' }],
    ['cafe aberto às 22h30', { text: '', kind: 'amenity/cafe', when: { minute: 1350 } }],
    ['cafe åben kl. 22', { text: '', kind: 'amenity/cafe', when: { minute: 1320 } }],
    ['cafe geöffnet bis 20 Uhr', { text: '', kind: 'amenity/cafe', when: { minute: 1199 } }],
    ['cafe open 24', { text: '24', kind: 'amenity/cafe' }],
    ['24 hour pharmacy', { text: '', kind: 'amenity/pharmacy', when: 'night' }],
    ['cafe aberto domingo', { text: '', kind: 'amenity/cafe', when: 6 }],
    ['cafe sonntag geöffnet auckland', { text: '', kind: 'amenity/cafe', when: 6, where: 'Auckland' }],
    ['sonntag geöffnet cafe', { text: '', kind: 'amenity/cafe', when: 6 }],
    ['cafe bis 20 Uhr geöffnet', { text: '', kind: 'amenity/cafe', when: { minute: 1199 } }],
    ['cafe am sonntag ab 9 uhr offen', { text: '', kind: 'amenity/cafe', when: { minute: 540, day: 6 } }],
    ['cafe dagelijks tot 22 uur geopend', { text: 'dagelijks', kind: 'amenity/cafe', when: { minute: 1319 } }],
    ['sunday open cafe', { text: 'sunday', kind: 'amenity/cafe' }],
    ['cafe auckland sonntag geöffnet', { text: '', kind: 'amenity/cafe', when: 6, where: 'Auckland' }],
    ['tgi fridays open now', { text: 'tgi fridays', when: 'now' }],
    ['met hotel', { text: 'met', kind: 'tourism/hotel' }],
    ['cafe zondag open', { text: '', kind: 'amenity/cafe', when: 6 }],
    ['cafe in de buurt van auckland', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['waar kan ik een cafe vinden', { text: '', kind: 'amenity/cafe' }],
    ['cafe beim sky tower', { text: '', kind: 'amenity/cafe', landmark: 'sky tower' }],
    ['bästa cafe', { text: '', kind: 'amenity/cafe' }],
    ['🍕 auckland', { text: '', kind: 'amenity/restaurant/pizza', where: 'Auckland' }],
    ['🍕auckland', { text: '', kind: 'amenity/restaurant/pizza', where: 'Auckland' }],
    ['クライストチャーチのカフェ', { text: '', kind: 'amenity/cafe', where: 'Christchurch' }],
    ['ファストフード クライストチャーチ', { text: '', kind: 'amenity/fast_food', where: 'Christchurch' }],
    ['ร้านอาหารไทย auckland', { text: 'ไทย', kind: 'amenity/restaurant', where: 'Auckland' }],
    ['church', { text: '', kind: 'amenity/place_of_worship' }],
    ['12 church street', { text: '12 church street' }],
    ['church street', { text: 'church street' }],
    ['church street north', { text: 'church street north' }],
    ['dentist street te puke', { text: 'dentist street te puke' }],
    ['restaurant avenue foch', { text: 'avenue foch', kind: 'amenity/restaurant' }],
    ['restaurant terrace sea', { text: 'terrace sea', kind: 'amenity/restaurant' }],
    ['church street and queen street', { text: 'church street and queen street' }],
    ['church street mystery', { text: 'church street mystery' }],
    ['restaurant street food', { text: 'street food', kind: 'amenity/restaurant' }],
    ['cafe lane cove', { text: 'lane cove', kind: 'amenity/cafe' }],
    ['church drive through', { text: 'drive through', kind: 'amenity/place_of_worship' }],
    ['cafe street', { text: 'cafe street' }],
    ['cafe church st', { text: 'church st', kind: 'amenity/cafe' }],
    ['cafe church st mystery', { text: 'church st mystery', kind: 'amenity/cafe' }],
    ['hotel st pauli', { text: 'st pauli', kind: 'tourism/hotel' }],
    ['pharmacy av paulista', { text: 'av paulista', kind: 'amenity/pharmacy' }],
    ['dentist dr smith', { text: 'dr smith', kind: 'amenity/dentist' }],
    ['sushi place auckland', { text: '', kind: 'amenity/restaurant/sushi', where: 'Auckland' }],
    ['dentist rua augusta', { text: 'rua augusta', kind: 'amenity/dentist' }],
    ['hotel largo do machado', { text: 'largo machado', kind: 'tourism/hotel' }],
    ['restaurant al aire libre', { text: 'aire libre', kind: 'amenity/restaurant' }],
    ['12 church place', { text: '12 church place' }],
    ['2005 courtenay place auckland', { text: '2005 courtenay place', where: 'Auckland' }],
    ['cafe courtenay place', { text: '', kind: 'amenity/cafe', where: 'Courtenay Place' }],
    ['+64 9 810 9399', { text: '', number: 'phone' }],
    ['tel: (09) 810-9399', { text: '', number: 'phone' }],
    ['+55 11', { text: '', number: 'phone' }],
    ['+5', { text: '+5' }],
    ['55 11', { text: '55 11' }],
    ['cafe AB10 1ST', { text: '', kind: 'amenity/cafe', number: 'postcode' }],
    ['ab101st', { text: '', number: 'postcode' }],
    ['30140-071', { text: '', number: 'postcode' }],
    ['nz-2100', { text: '', number: 'postcode' }],
    ['mystery spot', { text: 'mystery spot' }],
    ['The Address', { text: 'The Address' }],
    ['le menu', { text: 'le menu' }],
    ['la bonne adresse', { text: 'la bonne adresse' }],
    ['show me the best', { text: 'show me the best' }],
    ['cafe avis', { text: 'avis', kind: 'amenity/cafe' }],
    ['public telephone', { text: '', kind: 'amenity/telephone' }],
    ['where can i buy a mobile phone', { text: '', kind: 'shop/mobile_phone' }],
    ['all cafe auckland menu', { text: '', kind: 'amenity/cafe', where: 'Auckland' }],
    ['where is auckland', { text: '', where: 'Auckland' }],
    ['find near me', { text: '', near: 'near me' }],
    ['all night pharmacy', { text: '', kind: 'amenity/pharmacy', when: 'night' }],
    ['all night', { text: '', when: 'night' }],
    ['open', { text: 'open' }],
    ['where is', { text: 'where is' }],
  ])('reads %s', (text, said) => {
    expect(read(text)).toEqual({ ...nothing, ...said });
  });

  it('takes praise before a kind for no part of the name of a landmark', () => {
    const landmarkOf = (text: string) => recognizeRoles(text, CATALOGUES, { enabledRoles: ALL }).landmark;
    expect(landmarkOf('cafe near the best beach')?.kind?.id).toBe('natural/beach');
    expect(landmarkOf('cafe near best western')).not.toHaveProperty('kind');
  });

  it('leaves no word out without any reading', () => {
    const none = { kind: false, where: false, near: false, when: false, number: false };
    expect(recognizeRoles('All Saints', CATALOGUES, { enabledRoles: none })).toEqual({
      text: 'All Saints',
      ignoredWords: [],
    });
  });

  it.each([
    ['kind', 'cafe auckland', { text: 'cafe', where: 'Auckland' }],
    ['kind', 'auckland town hall', { text: 'hall', where: 'Auckland' }],
    ['where', 'cafe auckland', { text: 'auckland', kind: 'amenity/cafe' }],
    ['near', 'cafe near me', { text: '', kind: 'amenity/cafe' }],
    ['when', 'cafe open now', { text: '', kind: 'amenity/cafe' }],
    ['number', '09 810 9399', { text: '09 810 9399' }],
  ])('takes words for words without the reading %s', (name, text, said) => {
    expect(read(text, { ...ALL, [name]: false })).toEqual({ ...nothing, ...said });
  });

  it.each([
    ['cafe or hotel', 'amenity/cafe or tourism/hotel'],
    ['hotel ou cafe', 'tourism/hotel or amenity/cafe'],
    ['cafe or cafe', 'amenity/cafe'],
    ['cafe hotel', 'tourism/hotel'],
    ['um hotel ou uma pharmacy', 'tourism/hotel or amenity/pharmacy'],
    ['a cafe or a good hotel', 'amenity/cafe or tourism/hotel'],
    ['cafe, hotel or shoes', 'amenity/cafe or tourism/hotel or shop/shoes'],
    ['cafe, hotel, or shoes', 'amenity/cafe or tourism/hotel or shop/shoes'],
    ['sushi restaurant or cafe', 'amenity/restaurant/sushi or amenity/cafe'],
    ['cafe or sushi restaurant', 'amenity/cafe or amenity/restaurant/sushi'],
    ['cafe or restaurant with sushi', 'amenity/cafe or amenity/restaurant/sushi'],
    ['restaurant with sushi or cafe', 'amenity/restaurant/sushi or amenity/cafe'],
    ['sushi or cafe restaurant', 'amenity/restaurant/sushi or amenity/cafe'],
    ['cafe oder hotel', 'amenity/cafe or tourism/hotel'],
    ['cafe / hotel', 'amenity/cafe or tourism/hotel'],
    ['town hall/cafe', 'amenity/townhall or amenity/cafe'],
    ['cafe/hotel', 'amenity/cafe or tourism/hotel'],
    ['cafe,hotel or shoes', 'amenity/cafe or tourism/hotel or shop/shoes'],
  ])('takes kinds with a word for or between them for either: %s', (text, name) => {
    const { kind, text: others } = recognizeRoles(text, CATALOGUES, { enabledRoles: ALL });
    expect(kind).toMatchObject({ name, ids: name.split(' or ') });
    expect(others).toBe(text === 'cafe hotel' ? 'cafe' : '');
  });

  it.each([
    ['cafe or hotel or shoes or pharmacy', 'amenity/cafe or tourism/hotel or shop/shoes', 'pharmacy'],
    ['hotel cafe or shoes', 'amenity/cafe or shop/shoes', 'hotel'],
    ['shoes or hotel cafe', 'shop/shoes or amenity/cafe', 'hotel'],
  ])('takes a kind beside one of them, or beyond three, for a word: %s', (text, name, others) => {
    const { kind, text: left } = recognizeRoles(text, CATALOGUES, { enabledRoles: ALL });
    expect([kind?.name, left]).toEqual([name, others]);
  });

  it('requires the other words of each of the kinds, but not what only the last offers', () => {
    expect(read('vegan cafe or hotel quiet shoes')).toMatchObject({ text: 'vegan quiet shoes', kind: 'amenity/cafe' });
    expect(read('cafe or vegan hotel')).toMatchObject({ text: 'vegan', kind: 'amenity/cafe' });
    expect(read('cafe, starbucks, hotel')).toMatchObject({ text: 'cafe, starbucks,', kind: 'tourism/hotel' });
    expect(read('AC/DC cafe')).toMatchObject({ text: 'AC/DC', kind: 'amenity/cafe' });
  });

  it('knows the words of each of the kinds', () => {
    const { kind } = recognizeRoles('a cafe or sushi restaurant', CATALOGUES, { enabledRoles: ALL });
    expect(kind).toMatchObject({
      kindWords: 'cafe or sushi restaurant',
      eitherOf: ['cafe', 'sushi restaurant'],
    });
    const single = recognizeRoles('cafe', CATALOGUES, { enabledRoles: ALL }).kind;
    expect([single?.kindWords, single?.eitherOf]).toEqual(['cafe', undefined]);
  });

  it.each([
    ['dentits auckland', { text: 'dentits' }, 'dentist auckland'],
    ['cofee near me', { text: 'cofee' }, 'cafe near me'],
    ['nearby cofee', { text: 'cofee' }, 'nearby cafe'],
    ['the cofee or dentits', { text: 'the cofee or dentits' }, 'the cafe or dentits'],
    ['in dentits', { text: 'in dentits' }, undefined],
    ['dentits auckland', { text: 'auckland' }, undefined],
    ['cofee dentits', { text: 'cofee dentits' }, 'cafe dentits'],
    ['auckland cofee vegn', { text: 'cofee vegn' }, 'auckland cafe vegn'],
    [`dentits${' auckland'.repeat(8)}`, { text: 'dentits' }, undefined],
  ])('finds the misspelt word for a kind: %s', (text, asTyped, meant) => {
    const [first] = guessMisspellings(text, asTyped, CATALOGUES, { enabledRoles: ALL });
    expect(first?.spelling?.text).toBe(meant);
  });

  it('does not change a kind that is spelled right into another', () => {
    const kindOf = (q: string) => recognizeRoles(q, CATALOGUES, { enabledRoles: ALL }).kind;
    const correct = (q: string, text: string) => {
      const kind = kindOf(q);
      return guessMisspellings(q, { text, ...(kind && { kind }) }, CATALOGUES, { enabledRoles: ALL })[0];
    };
    expect(correct('hotel dentits', 'dentits')).toBeUndefined();
    expect(correct('cofee', 'cofee')?.roles.kind?.id).toBe('amenity/cafe');
  });

  it('takes the words of long texts for words', () => {
    const long = 'cafe auckland '.repeat(20).trim();
    expect(read(`${long} cafe`)).toEqual({ ...nothing, text: `${long} cafe` });
    expect(read('カフェ auckland'.repeat(25)).kind).toBeUndefined();
  });

  it('tries a telephone number in few countries', () => {
    const phonesIn = (countries: string[]) =>
      recognizeRoles('09 810 9399', { ...CATALOGUES, countries }, { enabledRoles: ALL }).number?.phones;
    const others = Array<string>(19).fill('XX');
    expect(phonesIn([...others, 'NZ'])).toContain('6498109399');
    expect(phonesIn([...others, 'XX', 'NZ'])).toEqual(['098109399', '98109399']);
  });

  it('knows a telephone number with and without the code of the country', () => {
    const spellings = (text: string) =>
      recognizeRoles(text, { ...CATALOGUES, countries: ['NZ'] }, { enabledRoles: ALL }).number?.phones;
    expect(spellings('09 810 9399')).toEqual(expect.arrayContaining(['6498109399', '98109399', '098109399']));
    expect(spellings('+64 9 810 9399')).toEqual(expect.arrayContaining(['6498109399', '98109399', '098109399']));
  });

  it.each([
    ['pizza open now', true],
    ['all night', true],
    ['pizza open under 10 dollars now', true],
    ['pizza under 10 dollars', false],
  ])('says whether words name a time: %s', (text, expected) => {
    expect(namesTime(text)).toBe(expected);
  });
});
