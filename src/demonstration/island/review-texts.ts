import { type Random } from './random.js';
import { type Mood } from './kinds.js';

interface Words {
  readonly things: readonly string[];
  readonly praise: readonly string[];
  readonly asides: readonly string[];
}

const everyday = [
  'Easy to find.',
  'I will be back.',
  'Busy on Saturdays.',
  'Parking is easier after six.',
  'Cards are fine.',
];

const words: Readonly<Record<Mood, Words>> = {
  food: {
    things: [
      'The soup',
      'The grilled fish',
      'The Sunday menu',
      'The house salad',
      'The pasta',
      'The daily special',
      'The rice and beans',
    ],
    praise: [
      'tastes of home',
      'is worth the walk',
      'comes hot and fast',
      'feeds two',
      'is simple and good',
      'was the best of the week',
    ],
    asides: [
      ...everyday,
      'Ask for the table at the window.',
      'They know their regulars by name.',
      'Bring an appetite.',
    ],
  },
  bar: {
    things: ['The house beer', 'The jukebox', 'The bartender', 'The corner table', 'Quiz night', 'The back room'],
    praise: [
      'makes the evening',
      'never disappoints',
      'is reason enough to come',
      'deserves its fame',
      'keeps us until closing time',
    ],
    asides: [...everyday, 'Quiet before nine.', 'Live music on Fridays.'],
  },
  sweets: {
    things: [
      'The coffee',
      'The sweet bread',
      'The lemon cake',
      'The breakfast roll',
      'The window seat',
      'The hot chocolate',
    ],
    praise: [
      'starts the day well',
      'is gone by ten, so come early',
      'goes with any weather',
      'is as good as it looks',
      'is made with care',
    ],
    asides: [...everyday, 'The line moves fast.', 'Good place to read.'],
  },
  shop: {
    things: ['The selection', 'The advice', 'The back shelf', 'The service', 'The window', 'The price'],
    praise: [
      'is better than I expected',
      'saved my weekend',
      'is honest',
      'surprises every time',
      'beats ordering online',
    ],
    asides: [...everyday, 'They order what they do not have.', 'Wraps gifts for free.'],
  },
  culture: {
    things: ['The program', 'The guided tour', 'The hall', 'The quiet hour in the morning', 'The summer series'],
    praise: [
      'is a treasure of the city',
      'made the children ask for more',
      'is worth a second visit',
      'shows what the island can do',
    ],
    asides: [...everyday, 'Take your time.', 'Free on some Sundays; ask.'],
  },
  stay: {
    things: ['The room', 'The front desk', 'The breakfast', 'The view', 'The bed'],
    praise: [
      'was all we needed',
      'made up for the long trip',
      'was quiet and clean',
      'is five minutes from the harbour',
    ],
    asides: [...everyday, 'The ferry is close.', 'Late arrival was no problem.'],
  },
  sport: {
    things: ['The trainer', 'The early class', 'The equipment', 'The changing room', 'The court'],
    praise: ['keeps me coming', 'is in good shape', 'is for beginners too', 'is never crowded at noon'],
    asides: [...everyday, 'Bring your own lock.', 'First visit is free.'],
  },
  office: {
    things: ['The staff', 'The appointment', 'The answer on the phone', 'The waiting room', 'The work'],
    praise: ['was friendly and quick', 'was on time', 'left nothing open', 'was better than its reputation'],
    asides: [...everyday, 'Bring all papers.', 'Mornings are quiet.'],
  },
};

const complaints = [
  'took too long',
  'was not as good as last year',
  'is dearer than it should be',
  'was a disappointment on a busy day',
  'could do with more care',
];

/** A short text that fits the rating. */
export function reviewText(mood: Mood, rating: number, random: Random): string {
  const { things, praise, asides } = words[mood];
  const sentence = `${random.pick(things)} ${random.pick(rating < 3 ? complaints : praise)}.`;
  if (rating === 3)
    return `${sentence} But ${random.pick(things).replace(/^./, (first) => first.toLowerCase())} ${random.pick(complaints)}.`;
  return random.next() < 0.6 && rating > 3 ? `${sentence} ${random.pick(asides)}` : sentence;
}
