import { type DynamicModule, Module } from '@nestjs/common';
import { type Environment } from '../config/environment.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { AccountsModule } from '../users/users.module.js';
import { AccountController } from './account/account.controller.js';
import { AccountService } from './account/account.service.js';
import { AttemptStore, Attempts } from './attempts/attempts.js';
import { AuthorizationRequests } from './authorize/authorization-requests.js';
import { AuthorizeController } from './authorize/authorize.controller.js';
import { AuthorizeService } from './authorize/authorize.service.js';
import { Cleanup } from './cleanup.js';
import { AppGrants } from './grants/app-grants.js';
import { TokenFamilies } from './grants/token-families.js';
import { FailedSignIns, UserAuthentication } from './sessions/user-authentication.js';
import { SessionStore, SignInService } from './sessions/sign-in.service.js';
import { ClientAuthentication } from './token-endpoint/client-authentication.js';
import { RevocationAndIntrospection, TokenService } from './token-endpoint/token.service.js';
import { MetadataController, OAuthController, ResourceMetadataController } from './token-endpoint/oauth.controller.js';

/** The OAuth 2.0 authorization server: the endpoints where clients get and revoke tokens and where users sign in. */
@Module({
  imports: [AuditModule, AuthModule, AccountsModule],
  controllers: [ResourceMetadataController],
  providers: [
    AccountService,
    AppGrants,
    Attempts,
    AttemptStore,
    AuthorizationRequests,
    AuthorizeService,
    Cleanup,
    ClientAuthentication,
    FailedSignIns,
    RevocationAndIntrospection,
    SessionStore,
    SignInService,
    TokenFamilies,
    TokenService,
    UserAuthentication,
  ],
})
export class OAuthModule {
  /** Without `OAUTH_ENDPOINTS` it has no endpoints, and still deletes expired rows. */
  static of({ OAUTH_ENDPOINTS }: Pick<Environment, 'OAUTH_ENDPOINTS'>): DynamicModule {
    const endpoints = [MetadataController, OAuthController, AuthorizeController, AccountController];
    return { module: OAuthModule, controllers: OAUTH_ENDPOINTS ? endpoints : [] };
  }
}
