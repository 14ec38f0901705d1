import { SetMetadata } from '@nestjs/common';

export const OWN_FORMAT = Symbol('OWN_FORMAT');

/** The routes respond in a fixed format (OAuth in JSON, pages in HTML). They have no negotiation and no `@Parameters`. */
export const OwnFormat = () => SetMetadata(OWN_FORMAT, true);
