import { Controller, Get, HttpStatus, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AllowAnyone } from '../../staff/permissions/allow.decorator.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { networkRange } from '../../http/limits/address-range.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { placeAfterSignIn, PROVIDER, SIGN_IN, SIGNED_OUT } from '../../staff/sign-in/console-addresses.js';
import { ProviderSignIn } from '../../staff/sign-in/provider-sign-in.js';
import { requireOwnNavigation, requireSameOrigin } from '../../staff/sign-in/same-origin.js';
import { StaffSignIn } from '../../staff/sign-in/sign-in.service.js';
import { StaffSessions } from '../../staff/sign-in/staff-sessions.js';
import { redirectTo } from '../page.js';
import type { SignInProps } from './sign-in.page.js';
import { sendRefusal, sendSignInPage, type WhySignInFailed } from './sign-in.representation.js';
import { endedSessionIn, hasEndedHere, placeIn, SignInForm } from './sign-in.requests.js';

/** The page where staff sign in to the console, and the way out. */
@Controller('console')
export class SignInController {
  private readonly publicUrl: string;

  constructor(
    private readonly signIn: StaffSignIn,
    private readonly provider: ProviderSignIn,
    private readonly sessions: StaffSessions,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.publicUrl = publicUrl;
  }

  @Get('sign-in')
  @AllowAnyone()
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    const to = placeIn(request);
    if (request.user !== undefined) this.goOn(response, to);
    else if (hasEndedHere(request)) await this.afterSignOut(response);
    else sendSignInPage(response, { ...this.props(to), ended: endedSessionIn(request) });
  }

  @Post('sign-in')
  @AllowAnyone()
  async enter(
    @FormFields() { name = '', password = '', to }: SignInForm,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    requireSameOrigin(request, this.publicUrl);
    const addressRange = networkRange(request.ip);
    const outcome = await this.signIn.withPassword({ name, password, addressRange });
    if ('refused' in outcome) this.refuse(response, to, outcome, name);
    else if (await this.sessions.start(outcome.account, request, response)) this.goOn(response, to);
    else this.refuse(response, to, { refused: 'wrong' }, name);
  }

  @Get('sign-in/provider')
  @AllowAnyone()
  async toProvider(@Req() request: Request, @Res() response: Response): Promise<void> {
    requireOwnNavigation(request);
    const address = await this.provider.begin(response, placeIn(request));
    response.redirect(HttpStatus.SEE_OTHER, address.href);
  }

  @Get('sign-in/callback')
  @AllowAnyone()
  async fromProvider(@Req() request: Request, @Res() response: Response): Promise<void> {
    const outcome = await this.provider.finish(request, response);
    if ('refused' in outcome) this.refuse(response, undefined, outcome);
    else if (await this.sessions.start(outcome.account, request, response)) this.goOn(response, outcome.to);
    else this.refuse(response, undefined, { refused: 'failed' });
  }

  @Post('sign-out')
  @AllowAnyone()
  async leave(@Req() request: Request, @Res() response: Response): Promise<void> {
    requireSameOrigin(request, this.publicUrl);
    await this.sessions.end(request, response);
    redirectTo(response, this.provider.forget(request, response) ? SIGNED_OUT : SIGN_IN);
  }

  /** With a link, because a page of the console may send a form only to the console. */
  private async afterSignOut(response: Response): Promise<void> {
    sendSignInPage(response, {
      ...this.props(undefined),
      providerSignOut: await this.provider.signOutAddress(),
    });
  }

  private goOn(response: Response, to: string | undefined): void {
    redirectTo(response, placeAfterSignIn(to));
  }

  private refuse(response: Response, to: string | undefined, why: WhySignInFailed, name?: string): void {
    sendRefusal(response, { ...this.props(to), name }, why);
  }

  /** What the page shows before anything was typed. */
  private props(to: string | undefined): SignInProps {
    const query = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`;
    const provider = this.provider.isOffered ? `${PROVIDER}${query}` : undefined;
    return { to, provider, hasPasswords: this.signIn.isOffered };
  }
}
