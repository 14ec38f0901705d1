import { type Agent, request } from 'node:http';

interface Received {
  /** 0 if there was no complete response. */
  status: number;
  /** The code of a network error. */
  code?: string;
  body: string;
}

const timeoutMs = 10_000;

/** Sends a GET with a token, and never rejects. */
export function get(url: string, token: string, agent: Agent): Promise<Received> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      resolve({ status: 0, code: error.code ?? error.message, body: '' });
    };
    const headers = { Authorization: `Bearer ${token}` };
    const outgoing = request(url, { agent, headers, timeout: timeoutMs }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('error', fail).on('end', () => {
        resolve({ status: response.statusCode ?? 0, body });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
    outgoing.on('error', fail).end();
  });
}
