import { SetMetadata } from '@nestjs/common';
import { type TokenKind } from './principal.js';

/** What a route asks of its caller: a token of one of these kinds, or nothing. */
export type Access = { public: true } | { public: false; kinds: readonly TokenKind[] };

export const ACCESS = Symbol('ACCESS');

/** The token kinds that a route takes. A route without this or `@Public()` stops the start (design, section 4). */
export const Access = (...kinds: [TokenKind, ...TokenKind[]]) =>
  SetMetadata<symbol, Access>(ACCESS, { public: false, kinds });

/** A route that anybody may call. */
export const Public = () => SetMetadata<symbol, Access>(ACCESS, { public: true });
