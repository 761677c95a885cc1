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
import { type Typed, TypedFields } from '../../http/fields/fields.decorators.js';
import { readForm } from '../../http/fields/form.js';
import { networkRange } from '../../http/limits/address-range.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import {
  addressAfterSignIn,
  pageWithFormAgain,
  PROVIDER,
  SIGN_IN,
  SIGNED_OUT,
} from '../addresses/sign-in-addresses.js';
import { ProviderSignIn } from './provider-sign-in.js';
import { requireOwnNavigation, requireSameOrigin } from './same-origin.js';
import { StaffSignIn } from './sign-in.service.js';
import { StaffSessions } from './staff-sessions.js';
import { withQuery } from '../addresses/addresses.js';
import { PageInterceptor } from '../console/page.interceptor.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { SignInPage, type SignInProps } from './sign-in.page.js';
import { problemOfSignIn, type WhySignInFailed } from './sign-in-problem.js';

/** What the form of the page sends. `action` and `form`: another form that is kept, and where it was sent. */
type SignInFields = Typed<'name' | 'password' | 'to' | 'action' | 'form'>;

/** The page where staff sign in to the console, and the way out. */
@Controller('console')
@UseInterceptors(PageInterceptor)
@AllowAnyone()
export class SignInController {
  constructor(
    private readonly signIn: StaffSignIn,
    private readonly provider: ProviderSignIn,
    private readonly sessions: StaffSessions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('sign-in')
  async page(@Req() request: Request): Promise<PageAnswer> {
    const { to, ended } = addressOf(request);
    if (request.user !== undefined) return continueAt(to);
    if (ended !== 'here') return SignInPage({ ...this.props(to), ended });
    // With a link, because a page of the console may send a form only to the console.
    return SignInPage({
      ...this.props(undefined),
      providerSignOut: await this.provider.signOutAddress(),
    });
  }

  @Post('sign-in')
  async enter(
    @TypedFields() { name = '', password = '', to, action, form }: SignInFields,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PageAnswer> {
    requireSameOrigin(request, this.config.publicUrl);
    const addressRange = networkRange(request.ip);
    const outcome = await this.signIn.withPassword({ name, password, addressRange });
    const kept = action === undefined || form === undefined ? undefined : { action, form };
    const props = { ...this.props(to), name, kept };
    if ('refused' in outcome) return refused(outcome, props, response);
    if (!(await this.sessions.start(outcome.account, request, response)))
      return refused({ refused: 'wrong' }, props, response);
    return kept === undefined
      ? continueAt(to)
      : new Redirect(pageWithFormAgain(to), undefined, HttpStatus.TEMPORARY_REDIRECT);
  }

  /** A browser whose session had ended sends its form here once more. */
  @Post('sign-in/again')
  @HttpCode(HttpStatus.OK)
  async again(@Req() request: Request): Promise<PageAnswer> {
    requireSameOrigin(request, this.config.publicUrl);
    const { to, action = '' } = addressOf(request);
    const form = new URLSearchParams([...(await readForm(request))]).toString();
    return SignInPage({ ...this.props(to), kept: { action, form }, ended: 'form' });
  }

  @Get('sign-in/provider')
  async toProvider(@Req() request: Request, @Res() response: Response): Promise<void> {
    requireOwnNavigation(request);
    const address = await this.provider.begin(response, addressOf(request).to);
    response.redirect(HttpStatus.SEE_OTHER, address.href);
  }

  @Get('sign-in/callback')
  async fromProvider(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PageAnswer> {
    const outcome = await this.provider.finish(request, response);
    if ('refused' in outcome) return refused(outcome, this.props(undefined), response);
    if (await this.sessions.start(outcome.account, request, response)) return continueAt(outcome.to);
    return refused({ refused: 'failed' }, this.props(undefined), response);
  }

  @Post('sign-out')
  async leave(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<Redirect> {
    requireSameOrigin(request, this.config.publicUrl);
    await this.sessions.end(request, response);
    return new Redirect(this.provider.forget(request, response) ? SIGNED_OUT : SIGN_IN);
  }

  /** What the page shows before anything was typed. */
  private props(to: string | undefined): SignInProps {
    const provider = this.provider.isOffered ? withQuery(PROVIDER, { to }) : undefined;
    return { to, provider, hasPasswords: this.signIn.isOffered };
  }
}

/** What the address says: where to go on after the sign-in, which session has ended, and where a form was sent that is kept. */
function addressOf({ query: { to, ended, action } }: Request) {
  return {
    to: typeof to === 'string' ? to : undefined,
    ended: (['session', 'form', 'here'] as const).find((each) => each === ended),
    action: typeof action === 'string' ? action : undefined,
  };
}

function refused(why: WhySignInFailed, props: SignInProps, response: Response): PageWithStatus {
  const [status, problem] = problemOfSignIn(why, response);
  return new PageWithStatus(status, SignInPage({ ...props, problem }));
}

function continueAt(to: string | undefined): Redirect {
  return new Redirect(addressAfterSignIn(to));
}
