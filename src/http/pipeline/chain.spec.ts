import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { chain } from './chain.js';
import { type NodeMiddleware } from './node-middleware.js';
import { requestContext } from './request-context.js';

const broken: NodeMiddleware = () => {
  throw new Error('A fault of a stage');
};

async function get(...stages: NodeMiddleware[]): Promise<Response> {
  const server = createServer(chain(stages, (_request, response) => response.end('application'))).listen(0);
  try {
    return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
  }
}

describe('a chain of stages before Express', () => {
  const context = requestContext({ PUBLIC_URL: undefined, BASE_PATH: '' }, () => false);

  let logged: jest.SpiedFunction<Logger['error']>;

  beforeEach(() => {
    logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  });

  afterEach(() => {
    logged.mockRestore();
  });

  it('runs the stages in order, then the application', async () => {
    const order: string[] = [];
    const stage =
      (name: string): NodeMiddleware =>
      (_request, _response, next) => {
        order.push(name);
        next();
      };
    expect(await (await get(stage('first'), stage('second'))).text()).toBe('application');
    expect(order).toEqual(['first', 'second']);
  });

  it('sends a problem if a stage throws, and logs the error', async () => {
    const response = await get(context, broken);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: 'internal_error' });
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ err: expect.any(Error) }));
  });

  it('closes the connection if not even a problem can be written', async () => {
    await expect(get(broken, context)).rejects.toThrow('fetch failed');
  });
});
