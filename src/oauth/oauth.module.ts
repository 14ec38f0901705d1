import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { UsersModule } from '../users/users.module.js';
import { Attempts } from './attempts/attempts.js';
import { AuthorizationRequests } from './authorize/authorization-requests.js';
import { AuthorizeController } from './authorize/authorize.controller.js';
import { AuthorizeService } from './authorize/authorize.service.js';
import { Cleanup } from './cleanup.js';
import { AuthorizationCodeStore } from './grants/authorization-code-store.js';
import { Grants } from './grants/grants.js';
import { RefreshTokenStore } from './grants/refresh-token-store.js';
import { Revocations } from './grants/revocations.js';
import { TokenFamilyStore } from './grants/token-family-store.js';
import { People } from './sessions/people.js';
import { SessionEntity } from './sessions/session.entity.js';
import { SessionStore } from './sessions/session-store.js';
import { UserPasswords } from './sessions/user-passwords.js';
import { ClientAuthentication } from './token-endpoint/client-authentication.js';
import { IntrospectionService } from './token-endpoint/introspection.service.js';
import { MetadataController } from './token-endpoint/metadata.controller.js';
import { OAuthController } from './token-endpoint/oauth.controller.js';
import { RevocationService } from './token-endpoint/revocation.service.js';
import { TokenIssuer } from './token-endpoint/token-issuer.js';
import { TokenModels } from './token-endpoint/token-model.js';
import { TokenService } from './token-endpoint/token.service.js';

/** The authorization server: how clients get, refresh and revoke tokens (OAuth 2.0), and how people sign in. */
@Module({
  imports: [TypeOrmModule.forFeature([SessionEntity]), AuthModule, UsersModule],
  controllers: [MetadataController, OAuthController, AuthorizeController],
  providers: [
    Attempts,
    AuthorizationCodeStore,
    AuthorizationRequests,
    AuthorizeService,
    Cleanup,
    ClientAuthentication,
    Grants,
    IntrospectionService,
    People,
    RefreshTokenStore,
    RevocationService,
    Revocations,
    SessionStore,
    TokenFamilyStore,
    TokenIssuer,
    TokenModels,
    TokenService,
    UserPasswords,
  ],
})
export class OAuthModule {}
