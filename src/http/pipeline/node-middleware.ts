import { type IncomingMessage, type ServerResponse } from 'node:http';

/** A stage of the request pipeline that needs only Node's request and response. It calls `next` or sends the response. */
export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
