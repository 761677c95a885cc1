import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { BearerStrategy, PrincipalStrategy } from './tokens/bearer.strategy.js';
import { JwtService } from './providers/jwt.service.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { TokenHoldersService } from './tokens/token-holders.service.js';

@Module({
  imports: [PassportModule],
  controllers: [OAuthController],
  providers: [BearerStrategy, PrincipalStrategy, TokenHoldersService, JwtService, SignInService],
  exports: [SignInService, TokenHoldersService],
})
export class AccessModule {}
