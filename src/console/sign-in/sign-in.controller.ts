import { Controller, Get, HttpStatus, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { neighbourhoodRange } from '../../http/limits/address-range.js';
import type { Config } from '../../platform/config.js';
import { CONFIG } from '../../platform/config.module.js';
import { placeAfterSignIn, publicPath, SIGN_IN } from '../../staff/console-addresses.js';
import { requireSameOrigin } from '../../staff/same-origin.js';
import { type SignInOutcome, StaffSignIn } from '../../staff/sign-in.service.js';
import { StaffGuard } from '../../staff/staff.guard.js';
import { StaffSessions } from '../../staff/staff-sessions.js';
import { sendSignInPage } from './sign-in.representation.js';
import { placeIn, readSignInForm, type SignInForm } from './sign-in.requests.js';

/** The page where staff sign in to the console, and the way out. */
@Controller('console')
@UseGuards(StaffGuard)
export class SignInController {
  private readonly publicUrl: string;

  constructor(
    private readonly signIn: StaffSignIn,
    private readonly sessions: StaffSessions,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.publicUrl = publicUrl;
  }

  @Get('sign-in')
  page(@Req() request: Request, @Res() response: Response): void {
    const to = placeIn(request);
    if (request.user === undefined) sendSignInPage(response, { to });
    else this.goOn(response, to);
  }

  @Post('sign-in')
  async enter(@Req() request: Request, @Res() response: Response): Promise<void> {
    requireSameOrigin(request, this.publicUrl);
    const form = await readSignInForm(request);
    const outcome = await this.signIn.withPassword({ ...form, addressRange: neighbourhoodRange(request.ip) });
    if ('account' in outcome && (await this.sessions.start(outcome.account, response)))
      this.goOn(response, form.to);
    else refuse(response, form, outcome);
  }

  @Post('sign-out')
  async leave(@Req() request: Request, @Res() response: Response): Promise<void> {
    requireSameOrigin(request, this.publicUrl);
    await this.sessions.end(request, response);
    response.redirect(HttpStatus.SEE_OTHER, publicPath(this.publicUrl, SIGN_IN));
  }

  private goOn(response: Response, to: string | undefined): void {
    response.redirect(HttpStatus.SEE_OTHER, publicPath(this.publicUrl, placeAfterSignIn(to)));
  }
}

function refuse(response: Response, { name, to }: SignInForm, outcome: SignInOutcome): void {
  if ('seconds' in outcome) {
    const minutes = Math.ceil(outcome.seconds / 60);
    response.status(HttpStatus.TOO_MANY_REQUESTS).set('Retry-After', String(outcome.seconds));
    sendSignInPage(response, { to, name, problem: `Too many wrong passwords: try again in ${minutes} min.` });
    return;
  }
  response.status(HttpStatus.UNPROCESSABLE_ENTITY);
  sendSignInPage(response, { to, name, problem: 'The name or the password is wrong.' });
}
