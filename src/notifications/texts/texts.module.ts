import { Module } from '@nestjs/common';
import { SecretSeal } from '../../platform/secret-seal.js';
import { TextCodes } from './text-codes.service.js';
import { TextGateway } from './text-gateway.js';
import { TextsService } from './texts.service.js';

/** The way to the gateways of libraries. */
@Module({ providers: [SecretSeal, TextGateway, TextCodes, TextsService], exports: [TextCodes, TextsService] })
export class TextsModule {}
