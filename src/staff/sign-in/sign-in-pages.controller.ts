import {
  Controller,
  Get,
  HttpCode,
  HttpStatus,
  Inject,
  Post,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { AllowAnyone } from '../permissions/allow.decorator.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { networkRange } from '../../http/limits/address-range.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { addressAfterSignIn, PROVIDER, SIGN_IN, SIGNED_OUT } from './console-addresses.js';
import { ProviderSignIn } from './provider-sign-in.js';
import { requireOwnNavigation, requireSameOrigin } from './same-origin.js';
import { StaffSignIn } from './sign-in.service.js';
import { StaffSessions } from './staff-sessions.js';
import { PageInterceptor } from '../console/page.interceptor.js';
import { type PageAnswer, Redirect } from '../console/page.js';
import { KeptFormPage, SignInPage, type SignInProps } from './sign-in.page.js';
import { refusalPage } from './sign-in.representation.js';
import {
  endedSessionIn,
  hasEndedHere,
  keptFormIn,
  returnAddressIn,
  SignInForm,
} from './sign-in-pages.requests.js';

/** The page where staff sign in to the console, and the way out. */
@Controller('console')
@UseInterceptors(PageInterceptor)
export class SignInController {
  constructor(
    private readonly signIn: StaffSignIn,
    private readonly provider: ProviderSignIn,
    private readonly sessions: StaffSessions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('sign-in')
  @AllowAnyone()
  async page(@Req() request: Request): Promise<PageAnswer> {
    const to = returnAddressIn(request);
    if (request.user !== undefined) return continueAt(to);
    if (!hasEndedHere(request)) return SignInPage({ ...this.props(to), ended: endedSessionIn(request) });
    // With a link, because a page of the console may send a form only to the console.
    return SignInPage({
      ...this.props(undefined),
      providerSignOut: await this.provider.signOutAddress(),
    });
  }

  @Post('sign-in')
  @AllowAnyone()
  async enter(
    @FormFields() { name = '', password = '', to, action, form }: SignInForm,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PageAnswer> {
    requireSameOrigin(request, this.config.publicUrl);
    const addressRange = networkRange(request.ip);
    const outcome = await this.signIn.withPassword({ name, password, addressRange });
    const kept = action === undefined || form === undefined ? undefined : { action, form };
    const props = { ...this.props(to), name, kept };
    if ('refused' in outcome) return refusalPage(response, props, outcome);
    if (!(await this.sessions.start(outcome.account, request, response)))
      return refusalPage(response, props, { refused: 'wrong' });
    return kept === undefined ? continueAt(to) : KeptFormPage({ kept, to: addressAfterSignIn(to) });
  }

  /** A browser whose session had ended sends its form here once more. */
  @Post('sign-in/again')
  @HttpCode(HttpStatus.OK)
  @AllowAnyone()
  async again(@Req() request: Request): Promise<PageAnswer> {
    requireSameOrigin(request, this.config.publicUrl);
    const to = returnAddressIn(request);
    return SignInPage({ ...this.props(to), kept: await keptFormIn(request), ended: 'form' });
  }

  @Get('sign-in/provider')
  @AllowAnyone()
  async toProvider(@Req() request: Request, @Res() response: Response): Promise<void> {
    requireOwnNavigation(request);
    const address = await this.provider.begin(response, returnAddressIn(request));
    response.redirect(HttpStatus.SEE_OTHER, address.href);
  }

  @Get('sign-in/callback')
  @AllowAnyone()
  async fromProvider(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PageAnswer> {
    const outcome = await this.provider.finish(request, response);
    if ('refused' in outcome) return refusalPage(response, this.props(undefined), outcome);
    if (await this.sessions.start(outcome.account, request, response)) return continueAt(outcome.to);
    return refusalPage(response, this.props(undefined), { refused: 'failed' });
  }

  @Post('sign-out')
  @AllowAnyone()
  async leave(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<Redirect> {
    requireSameOrigin(request, this.config.publicUrl);
    await this.sessions.end(request, response);
    return new Redirect(this.provider.forget(request, response) ? SIGNED_OUT : SIGN_IN);
  }

  /** What the page shows before anything was typed. */
  private props(to: string | undefined): SignInProps {
    const query = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`;
    const provider = this.provider.isOffered ? `${PROVIDER}${query}` : undefined;
    return { to, provider, hasPasswords: this.signIn.isOffered };
  }
}

function continueAt(to: string | undefined): Redirect {
  return new Redirect(addressAfterSignIn(to));
}
