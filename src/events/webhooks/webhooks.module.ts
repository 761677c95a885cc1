import { Module } from '@nestjs/common';
import { SecretSeal } from '../../platform/secret-seal.js';

/** The receivers of libraries' events. */
@Module({ providers: [SecretSeal], exports: [SecretSeal] })
export class WebhooksModule {}
