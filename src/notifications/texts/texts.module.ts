import { Module } from '@nestjs/common';
import { SecretSeal } from '../../platform/secret-seal.js';
import { TextCodes } from './text-codes.service.js';
import { TextGateway } from './text-gateway.js';

/** The way to the gateways of libraries. */
@Module({ providers: [SecretSeal, TextGateway, TextCodes], exports: [TextGateway, TextCodes] })
export class TextsModule {}
