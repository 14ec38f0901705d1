import { parseQuotaMessage, type QuotaMessage } from './quota-exchange.js';

describe('parseQuotaMessage', () => {
  it('parses a serialised message', () => {
    const message: QuotaMessage = { from: 'one', spent: [['user', 'app', 3]] };
    expect(parseQuotaMessage(JSON.stringify(message))).toEqual(message);
  });

  it.each(['', '{', 'null', '[]', '{"from":1,"spent":[]}', '{"from":"one","spent":[["gold","app",1]]}'])(
    'returns undefined for another form: %j',
    (payload) => {
      expect(parseQuotaMessage(payload)).toBeUndefined();
    },
  );
});
