import { type ProblemCode } from './problems.js';

/** The texts of a problem page. */
interface ProblemTexts {
  /** When the problem happens. */
  when: string;
  /** What the caller can do. */
  remedy: string;
}

const retryLater = 'Retry after `Retry-After` seconds. Double the wait after each failure.';

/** The texts of all problems, from which `/docs/problems/{code}` is generated. */
export const problemCatalogue: Readonly<Record<ProblemCode, ProblemTexts>> = {
  malformed_request: {
    when: 'The request cannot be parsed. It is not HTTP, its URL is not percent-encoded UTF-8 or contains NUL, it has more than 1,000 parameters, or its `Host` is missing or invalid.',
    remedy:
      'Percent-encode every value as UTF-8 and send `Host` once. HTTP libraries do both if you pass the parameters one by one.',
  },
  request_timeout: {
    when: 'The request did not arrive within ten seconds of its first byte.',
    remedy: 'Send the request again over a connection that does not stall.',
  },
  invalid_parameter: {
    when: 'One or more parameters have an invalid value. `errors` lists all of them.',
    remedy:
      'Correct each parameter that is at fault. `errors` has the value, the reason, what is allowed and, if one is likely, a `suggestion`. `/v2/places/fields` lists the fields of places.',
  },
  search_too_complex: {
    when: 'The search would cost the search engine too much: sort keys, facets, offset, phrases and prefixes add up.',
    remedy: 'Ask for less of what `errors` names.',
  },
  authorization_invalid: {
    when: 'The authorization request names an unknown client or a redirect address that is not registered for it. For security the browser is not redirected.',
    remedy: 'Send the `client_id` and exactly one of the registered redirect addresses of the client.',
  },
  ambiguous_token: {
    when: 'The request carries an access token in `Authorization` and in the query, or twice in the query.',
    remedy: 'Send it once, in `Authorization: Bearer`.',
  },
  token_missing: {
    when: 'The path needs an access token and the request has none.',
    remedy:
      'Get a token from its issuer, and send it in `Authorization: Bearer`. `/.well-known/oauth-protected-resource` names the issuers. If this service is one, its address is `/v2/oauth/token`.',
  },
  token_invalid: {
    when: 'The access token is unknown, has expired, or was revoked. Of a JWT, `detail` says what is wrong.',
    remedy: 'Get a new token, with the refresh token if you have one. A token is valid for `expires_in` seconds.',
  },
  token_kind: {
    when: 'The token is valid but of the wrong kind for this path. Everything under `/v2/users/me` and the check of a follow need a user token. The e-mail check needs a token of a trusted client with the scope `trust`.',
    remedy:
      'Use a token of the kind that `detail` names. A sign-in gives a user token, the grant `client_credentials` an application token.',
  },
  insufficient_scope: {
    when: 'The token lacks a scope that the path needs.',
    remedy:
      'Request a token with the scope that `WWW-Authenticate` names. Without `scope` a token gets all scopes that the client may have.',
  },
  route_not_found: {
    when: 'The path does not exist.',
    remedy: 'Compare the path with the paths in `/openapi.json`.',
  },
  user_not_found: {
    when: 'No user has the identifier in the path. All paths below a user return this, lists too.',
    remedy: 'Use identifiers from responses of the service. A deleted user does not come back.',
  },
  not_following: {
    when: 'Both users exist, and the first does not follow the second.',
    remedy: 'Nothing: this means "no". An unknown user is `user_not_found`.',
  },
  email_not_found: {
    when: 'No user has this e-mail address.',
    remedy: 'Nothing: this means "no".',
  },
  place_not_found: {
    when: 'No place has the identifier in the path.',
    remedy: 'Use identifiers from a search. Closed places are deleted.',
  },
  review_not_found: {
    when: 'No review has the identifier in the path.',
    remedy: 'Use identifiers from the reviews of a user or a place.',
  },
  category_not_found: {
    when: 'No category has the identifier in the path. Subcategories have no path of their own.',
    remedy: 'Use identifiers from `/v2/categories`.',
  },
  method_not_allowed: {
    when: 'The path exists and does not support the method of the request.',
    remedy: 'Use a method that the header `Allow` lists: usually `GET` or `HEAD`.',
  },
  not_acceptable: {
    when: '`Accept` allows neither JSON nor XML.',
    remedy: 'Send an `Accept` that `errors` allows, such as `application/json`, omit it, or use `wt`.',
  },
  address_too_long: {
    when: 'The path and query are longer than 112 KiB.',
    remedy: 'Request less at once. Write several values of one field as a list: `id:(1 OR 2 OR 3)`.',
  },
  unsupported_media_type: {
    when: 'A form was sent with a content type other than `application/x-www-form-urlencoded`.',
    remedy: 'Send `application/x-www-form-urlencoded`.',
  },
  cursor_expired: {
    when:
      'The cursor was not used for five minutes, the last page of its search was read more than half a minute ago, or the ' +
      'search index was replaced.',
    remedy: 'Start again with `cursorMark=*`.',
  },
  too_many_attempts: {
    when: 'Sign-in failed too often for this name or from this network address.',
    remedy: 'Wait `Retry-After` seconds, then try again with the right secret.',
  },
  quota_exceeded: {
    when: 'The client has used its quota of requests, perhaps for this user, for the current time window.',
    remedy: 'Wait `Retry-After` seconds. The header `RateLimit` of every response says how many requests are left.',
  },
  too_many_requests: {
    when: 'Most of what the service can serve at once is taken, much of it by this client.',
    remedy: 'Retry after `Retry-After` seconds, with fewer requests at the same time.',
  },
  too_many_searches: {
    when: 'Other searches of this client fill the queue, and this one has waited for too long.',
    remedy: 'Retry after `Retry-After` seconds. Send fewer searches at the same time, or ask for less in each.',
  },
  too_many_cursors: {
    when: 'This client, or all clients together, have too many cursor searches open.',
    remedy:
      'Read searches to their last page: at the limit, those are closed first. Others close five minutes after a page ' +
      'was read.',
  },
  header_too_large: {
    when: 'The request line and headers together are larger than 128 KiB.',
    remedy: 'Send fewer or shorter headers; cookies are the usual reason.',
  },
  internal_error: {
    when: 'The service failed unexpectedly.',
    remedy: 'Retry later. The operator finds the cause in the log by the request id in `instance`.',
  },
  overloaded: {
    when: 'The service is at capacity.',
    remedy: retryLater,
  },
  search_unavailable: {
    when: 'Place search is unavailable. Users, reviews, check-ins, categories and single places still work.',
    remedy: retryLater,
  },
  database_unavailable: {
    when: 'The database is unavailable.',
    remedy: retryLater,
  },
  issuer_unavailable: {
    when: 'The access token is a JWT of another issuer, and has a key that is not known and cannot be read now. The token may be valid.',
    remedy: retryLater,
  },
};
