import { type ServerResponse } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { appendLink, headerLimits } from '../../http/response/link-header.js';
import { type Source } from './source.js';

/** Adds the licences of data to the `Link` header of a response (RFC 4946). */
export class LicenseLinks {
  constructor(private readonly response: ServerResponse) {}

  /** Adds one link for each licence. */
  add(sources: readonly (Source | undefined)[]): void {
    for (const license of new Set(sources.map((source) => source?.license))) {
      // Programs that write to the table may store other texts.
      if (license !== undefined && URL.canParse(license)) {
        appendLink(this.response, `<${new URL(license).href}>; rel="license"`, headerLimits.licenses);
      }
    }
  }
}

/** Passes the `LicenseLinks` of the response to an argument of a controller's method. */
export const ResponseLicenses = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): LicenseLinks =>
    new LicenseLinks(execution.switchToHttp().getResponse<ServerResponse>()),
);
