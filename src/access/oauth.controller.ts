import { Controller, Header, HttpCode, HttpStatus, Post, Req, UseFilters } from '@nestjs/common';
import type { Request } from 'express';
import { OAuthRefusalFilter } from './oauth-refusal.js';
import { libraryOfScope, readClientCredentials, readForm, required, requireGrant } from './oauth.requests.js';
import { type GivenToken, SignInService } from './sign-in.service.js';

/** A successful answer of a token endpoint (RFC 6749, 5.1). */
interface TokenRecord {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly scope?: string;
}

/** Where tokens come from: OAuth 2, for the clients that the library has let in. */
@Controller()
@UseFilters(OAuthRefusalFilter)
export class OAuthController {
  constructor(private readonly signIn: SignInService) {}

  /** A patron's token, for a library card and its PIN. */
  @Post('patrontoken')
  @HttpCode(HttpStatus.OK)
  async patronToken(@Req() request: Request): Promise<TokenRecord> {
    const client = await this.signIn.client(readClientCredentials(request));
    const form = await readForm(request);
    requireGrant(form, 'password');
    const scope = required(form, 'scope');
    const withoutPin = form.get('password_required')?.toLowerCase() === 'false';
    const given = await this.signIn.patronToken(client, {
      websiteId: libraryOfScope(scope),
      cardNumber: required(form, 'username'),
      pin: withoutPin ? (form.get('password') ?? '') : required(form, 'password'),
      withoutPin,
    });
    return { ...represent(given), scope };
  }

  /** A client's own token, for what concerns no patron. */
  @Post('token')
  @HttpCode(HttpStatus.OK)
  async clientToken(@Req() request: Request): Promise<TokenRecord> {
    const client = await this.signIn.client(readClientCredentials(request));
    requireGrant(await readForm(request), 'client_credentials');
    return represent(await this.signIn.clientToken(client));
  }

  /** Ends a token at once (RFC 7009): 200 with no body, whether or not there was such a token. */
  @Post('revoke')
  @HttpCode(HttpStatus.OK)
  @Header('Content-Length', '0')
  async revoke(@Req() request: Request): Promise<void> {
    const client = await this.signIn.client(readClientCredentials(request));
    await this.signIn.revoke(client, required(await readForm(request), 'token'));
  }
}

function represent({ token, expiresInSeconds }: GivenToken): TokenRecord {
  return { access_token: token, token_type: 'bearer', expires_in: expiresInSeconds };
}
