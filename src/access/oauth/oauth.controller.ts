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
import { type Form, FORM_TYPE } from '../../http/fields/form.js';
import { networkRange } from '../../http/limits/address-range.js';
import { RequestLimits } from '../../http/limits/request-limits.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { ClientTokenForm, PatronTokenForm, RevocationForm } from './oauth-forms.requests.js';
import { representClientToken, representPatronToken, type TokenRecord } from './oauth.representation.js';
import { NoStoreInterceptor } from './no-store.interceptor.js';
import { OAuthRefusalFilter } from './oauth-refusal.js';
import {
  type PresentedCredentials,
  readClientCredentials,
  readCredentialsInForm,
  readParameters,
  readScope,
  required,
  requireGrant,
} from './oauth.requests.js';
import { type Client, SignInService, unknownClient } from '../sign-in/sign-in.service.js';
import { WrongSecrets } from './wrong-secrets.js';

/** Where tokens come from: OAuth 2, for registered clients. */
@Tag('Tokens')
@Controller()
@UseFilters(OAuthRefusalFilter)
export class OAuthController {
  constructor(
    private readonly signIn: SignInService,
    private readonly wrongSecrets: WrongSecrets,
    private readonly limits: RequestLimits,
  ) {}

  /**
   * Get a patron’s token, for a library card and its PIN.
   * @remarks An unknown card and a wrong PIN get the same answer. After ten wrong PINs in 15 minutes a card is refused for 15.
   */
  @Post('patrontoken')
  @Operation('getPatronToken', {
    refusals: ['PatronCategoryUnknown', 'LibraryUnavailable'],
    body: { mediaType: FORM_TYPE, type: PatronTokenForm },
  })
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

  /** Get a client’s own token. @remarks It opens the catalog of the libraries that the client serves, and acts for no patron. */
  @Post('token')
  @Operation('getClientToken', { body: { mediaType: FORM_TYPE, type: ClientTokenForm } })
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

  /** End a token at once. @remarks RFC 7009. The answer does not tell whether there was such a token. */
  @Post('revoke')
  @Operation('revokeToken', { body: { mediaType: FORM_TYPE, type: RevocationForm } })
  @HttpCode(HttpStatus.OK)
  async revoke(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    const { client, form } = await this.clientAndForm(request, response);
    await this.signIn.revoke(client, required(form, 'token'));
  }

  /** Reads the form after checking the credentials, unless the credentials are in the form (RFC 6749, 2.3.1). */
  private async clientAndForm(request: Request, response: Response): Promise<{ client: Client; form: Form }> {
    const isHeaderSent = (request.headers.authorization ?? '') !== '';
    const formFirst = isHeaderSent ? undefined : await readParameters(request);
    const readings = formFirst ? readCredentialsInForm(formFirst) : readClientCredentials(request);
    const client = await this.clientOf(readings, request, response);
    this.limits.admitClient(client, response);
    return { client, form: formFirst ?? (await readParameters(request)) };
  }

  /** @throws OAuthRefusal `invalid_client`; Refusal `TooManyRequests` after many wrong secrets of the client from this address */
  private async clientOf(
    readings: readonly PresentedCredentials[],
    request: Request,
    response: Response,
  ): Promise<Client> {
    this.wrongSecrets.admit(readings, request, response);
    const found = await this.signIn.findClient(readings);
    if (found.isRight) {
      this.wrongSecrets.noteRight(found.reading);
      return found.client;
    }
    this.wrongSecrets.noteWrong(readings, found.client?.clientId, request, response);
    throw unknownClient();
  }
}
