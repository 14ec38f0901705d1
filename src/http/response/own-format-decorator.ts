import { SetMetadata } from '@nestjs/common';

export const OWN_FORMAT = Symbol('OWN_FORMAT');

/** The routes below answer in a format of their own (OAuth in JSON, pages in HTML): no negotiation. */
export const OwnFormat = () => SetMetadata(OWN_FORMAT, true);
