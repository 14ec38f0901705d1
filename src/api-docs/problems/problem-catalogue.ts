import { type ProblemCode, type ProblemFault } from '../../http/problems/problems.js';

/** What a page says of a problem. */
export interface ProblemTexts {
  /** When it happens. */
  when: string;
  /** What to do. */
  remedy: string;
  /** What is told of it, where no answer over the demonstration data shows it. */
  example?: { detail: string; errors?: ProblemFault[] };
}

const again = 'Ask again after the seconds that `Retry-After` names, and wait longer each time it fails.';

/** Every problem for readers: `/docs/problems/{code}` and `docs/errors.md` are made of it. */
export const catalogue: Readonly<Record<ProblemCode, ProblemTexts>> = {
  malformed_request: {
    when: 'The request cannot be read: it is no HTTP, its address is not percent-encoded UTF-8 or holds a NUL, it has more than 1,000 parameters, or its `Host` is missing or is none.',
    remedy:
      'Percent-encode every value as UTF-8 and send `Host` once. HTTP libraries do both when they are given the parameters one by one.',
    example: {
      detail: 'The path is not percent-encoded UTF-8.',
      errors: [
        {
          parameter: 'path',
          value: '/v2/users/%FF',
          reason: 'is not percent-encoded UTF-8',
          allowed: ['UTF-8, percent-encoded'],
        },
      ],
    },
  },
  request_timeout: {
    when: 'The request did not arrive within ten seconds of its first byte.',
    remedy: 'Send it again, over a connection that is not stalled.',
    example: { detail: 'The request did not arrive in time.' },
  },
  invalid_parameter: {
    when: 'One or more parameters hold a value that they cannot have. All of them are told at once.',
    remedy:
      'Correct what `errors` lists: each entry names the parameter, what was sent, why it is wrong, what is allowed and, where it is plain, what was meant (`suggestion`). `/v2/places/fields` lists the fields of places.',
  },
  authorization_invalid: {
    when: 'A browser came to the sign-in pages with a request that cannot be answered: the client is unknown, or the redirect address is not one that it has registered. For safety the browser is not sent back.',
    remedy: 'Send the `client_id` and exactly one of the redirect addresses that the client was created with.',
    example: {
      detail: 'redirect_uri is not registered for the client; it is compared exactly.',
      errors: [{ parameter: 'redirect_uri', reason: 'is not registered for the client; it is compared exactly' }],
    },
  },
  ambiguous_token: {
    when: 'The access token came in `Authorization` and in the query, or twice in the query.',
    remedy: 'Send it once, in `Authorization: Bearer`.',
    example: {
      detail: 'Send the access token once: in Authorization or in the query.',
      errors: [
        { parameter: 'access_token', reason: 'was sent in more than one way', allowed: ['Authorization: Bearer'] },
      ],
    },
  },
  token_missing: {
    when: 'The address needs an access token, and the request carries none.',
    remedy: 'Get a token at `/v2/oauth/token` and send `Authorization: Bearer` with it.',
  },
  token_invalid: {
    when: 'The access token is unknown, has expired, or was revoked.',
    remedy:
      'Get a new token: with the refresh token where there is one, else as the first time. A token lives as long as `expires_in` said.',
  },
  token_kind: {
    when: 'The token is good, but not of the kind that the address takes: all under `/v2/users/me`, and whether one user follows another, needs a user token, the e-mail check a token of a trusted client with the scope `trust`.',
    remedy:
      'Use a token of the kind that `detail` names. A user token comes of a sign-in, an application token of the grant `client_credentials`.',
  },
  insufficient_scope: {
    when: 'The token was granted without a scope that the address needs.',
    remedy:
      'Ask for a token with the scope that `WWW-Authenticate` names, or leave `scope` out to be granted all that the client may have.',
    example: { detail: 'This address needs a token with the scope read.' },
  },
  route_not_found: {
    when: 'The service has nothing at this address.',
    remedy: 'Compare the path with those in `/openapi.json`.',
    example: { detail: 'There is nothing at this address. /v2/places is the place search.' },
  },
  user_not_found: {
    when: 'No user has the identifier in the path. Every address under a user answers so, lists too.',
    remedy: 'Take identifiers from answers of the service. A user who was removed stays away.',
  },
  not_following: {
    when: 'Both users exist, and the first does not follow the second.',
    remedy: 'Nothing is wrong: this is the answer "no". An unknown user is `user_not_found`.',
  },
  email_not_found: {
    when: 'No user has this e-mail address.',
    remedy: 'Nothing is wrong: this is the answer "no".',
  },
  place_not_found: {
    when: 'No place has the identifier in the path.',
    remedy: 'Take identifiers from a search. A place that has closed leaves the directory.',
  },
  review_not_found: {
    when: 'No review has the identifier in the path.',
    remedy: 'Take identifiers from the list of reviews of a user or a place.',
  },
  category_not_found: {
    when: 'No category has the identifier in the path. Subcategories have no address of their own.',
    remedy: 'Take identifiers from `/v2/categories`.',
  },
  method_not_allowed: {
    when: 'The address exists and does not take the method of the request.',
    remedy: 'Use one of the methods that the header `Allow` lists. The directory is read with `GET` and `HEAD`.',
    example: {
      detail: 'This address takes GET, HEAD.',
      errors: [{ parameter: 'method', value: 'DELETE', reason: 'is not allowed here', allowed: ['GET', 'HEAD'] }],
    },
  },
  not_acceptable: {
    when: '`Accept` admits neither JSON nor XML.',
    remedy: 'Send `Accept: application/json` or `Accept: application/xml`, leave it out, or choose with `wt`.',
  },
  address_too_long: {
    when: 'The path and query have more than 112 KiB.',
    remedy: 'Ask for less at once. Values of one field are shortest as a list, `id:(1 OR 2 OR 3)`.',
    example: { detail: 'An address may have 114688 characters.' },
  },
  unsupported_media_type: {
    when: 'A page was sent a form in another encoding than browsers send.',
    remedy: 'Send `application/x-www-form-urlencoded`.',
    example: {
      detail: 'Send a form (application/x-www-form-urlencoded).',
      errors: [
        {
          parameter: 'Content-Type',
          reason: 'is not that of a form',
          allowed: ['application/x-www-form-urlencoded'],
        },
      ],
    },
  },
  cursor_expired: {
    when: 'The walk with `cursorMark` rested for longer than five minutes, or the index that it walked over has been replaced.',
    remedy: 'Begin it anew with `cursorMark=*`.',
    example: { detail: 'Begin the walk anew with cursorMark=*.' },
  },
  too_many_attempts: {
    when: 'Signing in has failed too often under this name or from this address.',
    remedy: 'Wait the seconds that `Retry-After` names, then try once more with the right secret.',
    example: { detail: 'Too many attempts have failed; wait before the next one.' },
  },
  quota_exceeded: {
    when: 'The client has made as many requests as it may in a window of time.',
    remedy:
      'Wait the seconds that `Retry-After` names. `RateLimit` says with every answer what is left, so that a client can slow down before.',
    example: { detail: 'The client has used up its requests; more in 42 s.' },
  },
  header_too_large: {
    when: 'The request line and the headers together have more than 128 KiB.',
    remedy: 'Send fewer or shorter headers; cookies are the usual reason.',
    example: { detail: 'The request line and headers may have 131072 bytes.' },
  },
  internal_error: {
    when: 'The service failed in a way that it does not know.',
    remedy: 'Try again later. Whoever runs the service finds the cause in the log by the identifier in `instance`.',
    example: { detail: 'The request failed; try again later.' },
  },
  overloaded: {
    when: 'More is asked at once than can be done in time.',
    remedy: again,
    example: { detail: 'Too many wait for the same; try again.' },
  },
  search_unavailable: {
    when: 'Places cannot be searched at the moment. Users, reviews, check-ins, categories and single places still answer.',
    remedy: again,
    example: { detail: 'Places cannot be searched at the moment; everything else works. Try again.' },
  },
  database_unavailable: {
    when: 'The directory cannot be read at the moment.',
    remedy: again,
    example: { detail: 'The directory cannot be read; try again.' },
  },
};
