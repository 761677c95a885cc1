import { Get, HttpStatus, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IsOptional } from 'class-validator';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { IsText } from '../../http/fields/validators.js';
import { networkRange } from '../../http/limits/address-range.js';
import { ACCOUNT, addressAfterSignIn } from '../addresses/sign-in-addresses.js';
import { OwnAccount, type PasswordChange } from './own-account.service.js';
import { problemOfSignIn } from '../sign-in/sign-in-problem.js';
import { StaffSessions } from '../sign-in/staff-sessions.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type Frame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { AccountPage, type Outcome } from './own-account.page.js';

class PasswordForm {
  @IsText() currentPassword!: string;
  @IsText() newPassword!: string;
  @IsText() newPasswordAgain!: string;
  @IsOptional() @IsText() to?: string;
}

/** The account of the staff member who is signed in. */
@ConsoleController('console/account')
@Allow('viewer', { library: 'own' })
export class AccountController {
  constructor(
    private readonly account: OwnAccount,
    private readonly sessions: StaffSessions,
  ) {}

  @Get()
  async page(
    @PageFrame() frame: Frame,
    @Query('to') to: string | undefined,
    @Req() request: Request,
    outcome?: Outcome,
  ): Promise<VNode> {
    const hasPassword = await this.account.hasPassword(frame.staff);
    const sessions = await this.sessions.list(frame.staff.id, request);
    return AccountPage({ frame, hasPassword, sessions, to, outcome });
  }

  @Post()
  async changePassword(
    @PageFrame() frame: Frame,
    @FormFields() { currentPassword, newPassword, newPasswordAgain, to }: PasswordForm,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PageAnswer> {
    const addressRange = networkRange(request.ip);
    const change: PasswordChange =
      newPassword === newPasswordAgain
        ? await this.account.changePassword(frame.staff, currentPassword, newPassword, addressRange)
        : { problem: 'The two new passwords differ.' };
    const isDone = 'account' in change && (await this.sessions.start(change.account, request, response));
    if (!isDone) {
      const [status, text] = problemOf(change, response);
      const page = await this.page(frame, to, request, { tone: 'problem', text });
      return new PageWithStatus(status, page);
    }
    if (frame.staff.mustChangePassword === true) return new Redirect(addressAfterSignIn(to));
    // The session of this page is new, and the only one.
    const sessions = await this.sessions.list(frame.staff.id, request);
    const own = sessions.map((session) => ({ ...session, isCurrent: true }));
    const outcome = { tone: 'good', text: 'Your password is changed.' } as const;
    return AccountPage({ frame, hasPassword: true, sessions: own, to, outcome });
  }

  @Post('sessions/end')
  async endOthers(@PageFrame() { staff }: Frame, @Req() request: Request): Promise<Redirect> {
    await this.sessions.endOthers(staff.id, request);
    return new Redirect(ACCOUNT, 'You are signed out everywhere else.');
  }
}

function problemOf(change: PasswordChange, response: Response): readonly [HttpStatus, string] {
  if ('seconds' in change) return problemOfSignIn(change, response);
  const text = 'problem' in change ? change.problem : 'The current password is wrong.';
  return [HttpStatus.UNPROCESSABLE_ENTITY, text];
}
