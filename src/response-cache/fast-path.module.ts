import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { ObservabilityModule } from '../observability/observability.module.js';
import { CachedResponseFastPath } from './cached-response-fast-path.js';

/** What gives kept answers before the application is asked. */
@Module({ imports: [AuthModule, ObservabilityModule], providers: [CachedResponseFastPath] })
export class FastPathModule {}
