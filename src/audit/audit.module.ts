import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log.js';

/** Records who did what: administration and sign-ins. */
@Module({ providers: [AuditLog], exports: [AuditLog] })
export class AuditModule {}
