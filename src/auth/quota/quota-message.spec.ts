import { type QuotaMessage, readMessage } from './quota-message.js';

describe('a message of what was spent', () => {
  it('is read as it was written', () => {
    const message: QuotaMessage = { from: 'one', spent: [['user', 'app', 3]] };
    expect(readMessage(JSON.stringify(message))).toEqual(message);
  });

  it.each(['', '{', 'null', '[]', '{"from":1,"spent":[]}', '{"from":"one","spent":[["gold","app",1]]}'])(
    'is none when it is of another version or broken: %j',
    (payload) => {
      expect(readMessage(payload)).toBeUndefined();
    },
  );
});
