/**
 * The response of every address to every kind of token. A number is a status without a challenge; test/e2e/access.spec.ts
 * defines the words. The places, users, ... in the addresses exist, except the user `none` and what is called `x`.
 *
 * Columns: no token; a malformed, an expired and a revoked token, and one of a disabled client; an application token and a
 * user token; the trusted client's own token and its token of a user; a trusted client's token without the scope `trust`,
 * a token with the scope `trust` of a client that is not trusted, and one with `trust` and without `read`.
 */
const matrix = `
                                         none  malf  expi  revo  disa  appl  user  trus  trus+user  -trust  pretend  trust-only
GET /v2/users/maria                      ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/users/none                       ask   bad   bad   bad   bad   404   404   404   404        404     404      read
GET /v2/users/me                         ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/maria/following            ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/users/me/following               ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/maria/followers            ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/users/me/followers               ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/maria/following/ana        ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/ana/following/maria        ask   bad   bad   bad   bad   user  404   user  404        user    user     user
GET /v2/users/me/following/ana           ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/ana/following/me           ask   bad   bad   bad   bad   user  404   user  404        user    user     user
GET /v2/users/maria/places/checkins      ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/users/me/places/checkins         ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/maria/places/reviews       ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/users/me/places/reviews          ask   bad   bad   bad   bad   user  200   user  200        user    user     user
GET /v2/users/maria@example.com/verify   ask   bad   bad   bad   bad   trust trust 200   200        trust   trust    200
GET /v2/users/none@example.com/verify    ask   bad   bad   bad   bad   trust trust 404   404        trust   trust    404
GET /v2/places                           ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/search                           ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/fields                    ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/suggest?q=museu           ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/tiles.json                ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/tiles/0/0/0.mvt           ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/masp                      ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/x                         ask   bad   bad   bad   bad   404   404   404   404        404     404      read
GET /v2/places/masp/hours                ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/masp/checkins             ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/places/masp/reviews              ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/reviews/good                     ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/reviews/x                        ask   bad   bad   bad   bad   404   404   404   404        404     404      read
GET /v2/categories                       ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/categories/4                     ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/categories/x                     ask   bad   bad   bad   bad   404   404   404   404        404     404      read
GET /v2/sources                          ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/kinds                            ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/areas                            ask   bad   bad   bad   bad   200   200   200   200        200     200      read
GET /v2/oauth/authorize                  400   400   400   400   400   400   400   400   400        400     400      400
POST /v2/oauth/authorize                 415   415   415   415   415   415   415   415   415        415     415      415
GET /v2/oauth/account                    200   200   200   200   200   200   200   200   200        200     200      200
POST /v2/oauth/account                   415   415   415   415   415   415   415   415   415        415     415      415
GET /v2/oauth/sign-out                   200   200   200   200   200   200   200   200   200        200     200      200
POST /v2/oauth/sign-out                  415   415   415   415   415   415   415   415   415        415     415      415
POST /v2/oauth/token                     basic basic basic basic basic basic basic basic basic      basic   basic    basic
POST /v2/oauth/revoke                    basic basic basic basic basic basic basic basic basic      basic   basic    basic
POST /v2/oauth/introspect                basic basic basic basic basic basic basic basic basic      basic   basic    basic
GET /.well-known/oauth-authorization-server
                                         200   200   200   200   200   200   200   200   200        200     200      200
GET /.well-known/oauth-protected-resource
                                         200   200   200   200   200   200   200   200   200        200     200      200
GET /                                    200   200   200   200   200   200   200   200   200        200     200      200
GET /docs                                200   200   200   200   200   200   200   200   200        200     200      200
GET /docs/oauth2-redirect                200   200   200   200   200   200   200   200   200        200     200      200
GET /docs/assets/swagger-ui.css          200   200   200   200   200   200   200   200   200        200     200      200
GET /docs/assets/x                       404   404   404   404   404   404   404   404   404        404     404      404
GET /explore                             200   200   200   200   200   200   200   200   200        200     200      200
GET /explore/assets/start.js             200   200   200   200   200   200   200   200   200        200     200      200
GET /explore/assets/x                    404   404   404   404   404   404   404   404   404        404     404      404
GET /explore/map.json                    200   200   200   200   200   200   200   200   200        200     200      200
GET /explore/map.pmtiles                 404   404   404   404   404   404   404   404   404        404     404      404
GET /explore/map/1/0/0.mvt               204   204   204   204   204   204   204   204   204        204     204      204
GET /explore/pictures/x                  404   404   404   404   404   404   404   404   404        404     404      404
GET /docs/problems                       200   200   200   200   200   200   200   200   200        200     200      200
GET /docs/problems/token_missing         200   200   200   200   200   200   200   200   200        200     200      200
GET /docs/problems/x                     404   404   404   404   404   404   404   404   404        404     404      404
GET /openapi.json                        200   200   200   200   200   200   200   200   200        200     200      200
GET /schema/places.xsd                   200   200   200   200   200   200   200   200   200        200     200      200
GET /schema/problem.xsd                  200   200   200   200   200   200   200   200   200        200     200      200
GET /health/live                         200   200   200   200   200   200   200   200   200        200     200      200
GET /health/ready                        200   200   200   200   200   200   200   200   200        200     200      200
GET /metrics                             200   200   200   200   200   200   200   200   200        200     200      200
`;

interface Access {
  readonly method: string;
  readonly address: string;
  /** One cell for each of `accessTokens`. */
  readonly cells: readonly string[];
}

const [columns = [], ...rows] = matrix
  // The cells of a long address are on the next line.
  .replaceAll(/^(\S+ \S+)\n/gm, '$1 ')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split(/ +/).filter((cell, index) => cell !== '' || index > 0));

export const accessTokens: readonly string[] = columns;

export const accessMatrix: readonly Access[] = rows.map(([method = '', address = '', ...cells]) => ({
  method,
  address,
  cells,
}));
