import { Controller, HttpCode, HttpStatus, Post, Req, UseFilters, UseInterceptors } from '@nestjs/common';
import type { Request } from 'express';
import { representClientToken, representPatronToken, type TokenRecord } from './oauth.representation.js';
import { NoStoreInterceptor } from './no-store.interceptor.js';
import { OAuthRefusalFilter } from './oauth-refusal.js';
import { readClientCredentials, readForm, readScope, required, requireGrant } from './oauth.requests.js';
import { SignInService } from './sign-in.service.js';

/** Where tokens come from: OAuth 2, for the clients that the library has let in. */
@Controller()
@UseFilters(OAuthRefusalFilter)
export class OAuthController {
  constructor(private readonly signIn: SignInService) {}

  /** A patron's token, for a library card and its PIN. */
  @Post('patrontoken')
  @HttpCode(HttpStatus.OK)
  @UseInterceptors(NoStoreInterceptor)
  async patronToken(@Req() request: Request): Promise<TokenRecord> {
    const client = await this.signIn.client(readClientCredentials(request));
    const form = await readForm(request);
    requireGrant(form, 'password');
    const scope = readScope(required(form, 'scope'));
    const withoutPin = form.get('password_required')?.toLowerCase() === 'false';
    const given = await this.signIn.patronToken(client, {
      websiteId: scope.websiteId,
      cardNumber: required(form, 'username'),
      pin: withoutPin ? (form.get('password') ?? '') : required(form, 'password'),
      withoutPin,
    });
    return representPatronToken(given, scope);
  }

  /** A client's own token, for what concerns no patron. */
  @Post('token')
  @HttpCode(HttpStatus.OK)
  @UseInterceptors(NoStoreInterceptor)
  async clientToken(@Req() request: Request): Promise<TokenRecord> {
    const client = await this.signIn.client(readClientCredentials(request));
    requireGrant(await readForm(request), 'client_credentials');
    return representClientToken(await this.signIn.clientToken(client));
  }

  /** Ends a token at once (RFC 7009): 200 with no body, whether or not there was such a token. */
  @Post('revoke')
  @HttpCode(HttpStatus.OK)
  async revoke(@Req() request: Request): Promise<void> {
    const client = await this.signIn.client(readClientCredentials(request));
    await this.signIn.revoke(client, required(await readForm(request), 'token'));
  }
}
