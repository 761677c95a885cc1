import {
  Controller,
  HttpCode,
  HttpStatus,
  Post,
  Req,
  Res,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Form } from '../../http/fields/form.js';
import { networkRange } from '../../http/limits/address-range.js';
import { RequestLimits } from '../../http/limits/request-limits.js';
import { representClientToken, representPatronToken, type TokenRecord } from './oauth.representation.js';
import { NoStoreInterceptor } from './no-store.interceptor.js';
import { OAuthRefusalFilter } from './oauth-refusal.js';
import {
  readClientCredentials,
  readCredentialsInForm,
  readParameters,
  readScope,
  required,
  requireGrant,
} from './oauth.requests.js';
import { type Client, SignInService } from '../sign-in/sign-in.service.js';

/** Where tokens come from: OAuth 2, for registered clients. */
@Controller()
@UseFilters(OAuthRefusalFilter)
export class OAuthController {
  constructor(
    private readonly signIn: SignInService,
    private readonly limits: RequestLimits,
  ) {}

  /** A patron's token, for a library card and its PIN. */
  @Post('patrontoken')
  @HttpCode(HttpStatus.OK)
  @UseInterceptors(NoStoreInterceptor)
  async patronToken(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TokenRecord> {
    const { client, form } = await this.clientAndForm(request, response);
    requireGrant(form, 'password');
    const scope = readScope(required(form, 'scope'));
    const withoutPin = form.get('password_required')?.toLowerCase() === 'false';
    const given = await this.signIn.patronToken(client, {
      websiteId: scope.websiteId,
      cardNumber: required(form, 'username'),
      pin: withoutPin ? (form.get('password') ?? '') : required(form, 'password'),
      addressRange: networkRange(request.ip),
    });
    return representPatronToken(given, scope);
  }

  /** A client's own token, for what concerns no patron. */
  @Post('token')
  @HttpCode(HttpStatus.OK)
  @UseInterceptors(NoStoreInterceptor)
  async clientToken(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TokenRecord> {
    const { client, form } = await this.clientAndForm(request, response);
    requireGrant(form, 'client_credentials');
    return representClientToken(await this.signIn.clientToken(client));
  }

  /** Ends a token at once (RFC 7009): 200 with no body, whether or not there was such a token. */
  @Post('revoke')
  @HttpCode(HttpStatus.OK)
  async revoke(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    const { client, form } = await this.clientAndForm(request, response);
    await this.signIn.revoke(client, required(form, 'token'));
  }

  /** The form is read behind the credentials, unless they are in it (RFC 6749, 2.3.1). */
  private async clientAndForm(request: Request, response: Response): Promise<{ client: Client; form: Form }> {
    const isHeaderSent = (request.headers.authorization ?? '') !== '';
    const formFirst = isHeaderSent ? undefined : await readParameters(request);
    const readings = formFirst ? readCredentialsInForm(formFirst) : readClientCredentials(request);
    const client = await this.signIn.client(readings);
    this.limits.admitClient(client, response);
    return { client, form: formFirst ?? (await readParameters(request)) };
  }
}
