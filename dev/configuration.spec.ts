import { checkConfiguration } from './configuration.js';

describe('checkConfiguration', () => {
  it('needs no addresses', () => {
    expect(() => {
      checkConfiguration({ PORT: '3000', DATABASE_URL: '' });
    }).not.toThrow();
  });

  it('names every invalid variable', () => {
    const wrong = { PORT: 'abc', LOG_LEVEL: 'loud', ELASTICSEARCH_URL: 'nowhere' };
    expect(() => {
      checkConfiguration(wrong);
    }).toThrow(/ELASTICSEARCH_URL: .*\n.*PORT: .*\n.*LOG_LEVEL: /);
  });
});
