import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { BearerStrategy, PrincipalStrategy } from './bearer.strategy.js';
import { JwtService } from './jwt.service.js';
import { OAuthController } from './oauth.controller.js';
import { SignInService } from './sign-in.service.js';
import { TokenHoldersService } from './token-holders.service.js';

@Module({
  imports: [PassportModule],
  controllers: [OAuthController],
  providers: [BearerStrategy, PrincipalStrategy, TokenHoldersService, JwtService, SignInService],
  exports: [SignInService],
})
export class AccessModule {}
