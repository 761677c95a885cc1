import { Module } from '@nestjs/common';
import { SecretSeal } from '../../platform/secret-seal.js';
import { PushKeys } from './push-keys.service.js';

/** The keys that browsers subscribe with, and push services know the service by. */
@Module({ providers: [SecretSeal, PushKeys], exports: [PushKeys] })
export class PushModule {}
