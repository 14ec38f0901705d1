import { Module } from '@nestjs/common';
import { CredentialStoresModule } from '../auth/credential-stores.module.js';
import { PlacesModule } from '../places/places.module.js';
import { UsersModule } from '../users/users.module.js';
import { Bundle } from './bundle.js';
import { ExploreController } from './explore.controller.js';
import { ExploreService } from './explore.service.js';
import { ExploreSignIn } from './sign-in.js';

/** Serves `/explore`, a search page that shows the API requests it makes. Its sources are in web/. */
@Module({
  imports: [CredentialStoresModule, PlacesModule, UsersModule],
  controllers: [ExploreController],
  providers: [Bundle, ExploreService, ExploreSignIn],
})
export class ExploreModule {}
