import { Module } from '@nestjs/common';
import { BearerStrategies } from './tokens/bearer.strategy.js';
import { JwtService } from './providers/jwt.service.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { WrongSecrets } from './oauth/wrong-secrets.js';
import { IlsWays } from './ils/ils-ways.js';
import { GivenTokens } from './tokens/given-tokens.js';
import { IlsService } from './ils/ils.service.js';
import { SecretSeal } from '../platform/secret-seal.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { TokenHoldersService } from './tokens/token-holders.service.js';

@Module({
  controllers: [OAuthController],
  providers: [
    BearerStrategies,
    TokenHoldersService,
    JwtService,
    GivenTokens,
    IlsService,
    IlsWays,
    SecretSeal,
    SignInService,
    WrongSecrets,
  ],
  exports: [IlsService, SignInService, TokenHoldersService],
})
export class AccessModule {}
