import { HttpStatus, Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Refusal } from '../../domain/errors.js';
import { comesFromPage } from '../../http/fields/fields.decorators.js';
import { readForm } from '../../http/fields/form.js';
import { setNoCacheHeaders } from '../../http/server/base-headers.js';
import {
  ACCOUNT,
  accountAddress,
  FORM_AGAIN,
  pageOfForm,
  signInAddress,
  signInAgainAddress,
} from '../addresses/sign-in-addresses.js';
import { sessionIn } from '../console/cookies.js';
import { METHOD } from '../console/components/kept-form.js';
import { rememberKeptForm } from '../console/frame.js';
import { StaffRoutes } from '../permissions/staff-routes.js';
import { isSameOrigin, requireSameOrigin } from './same-origin.js';
import { StaffSessions } from './staff-sessions.js';

/** Finds the signed-in person, for the pages of the console. A browser without a session gets the sign-in page. */
@Injectable()
export class ConsoleSessions implements NestMiddleware {
  constructor(
    private readonly sessions: StaffSessions,
    private readonly routes: StaffRoutes,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const principal = await this.sessions.principalOf(request, response);
    if (principal !== undefined) {
      requireSameOrigin(request, this.config.publicUrl);
      request.user = principal;
      comesFromPage(request);
      if (isForm(request)) await readMethod(request);
      if (request.method === 'POST' && FORM_AGAIN in request.query) await showFormAgain(request, response);
      if (principal.mustChangePassword === true && !this.isOpenBeforeChange(pathOf(request))) {
        this.toAccount(request, response);
        return;
      }
    } else if (!this.routes.isOpen(pathOf(request)) && isBrowser(request)) {
      const form = pageOfForm(this.config.publicUrl, request.headers.referer);
      if (this.isKept(request) && form !== undefined) {
        const again = signInAgainAddress(this.config.publicUrl, request.originalUrl, form);
        redirect(request, response, again, HttpStatus.TEMPORARY_REDIRECT);
        return;
      }
      const isPage = request.method === 'GET';
      // The form is not sent again: its page follows.
      const to = isPage ? request.originalUrl : form;
      const ended = sessionIn(request) && (isPage ? 'session' : 'form');
      redirect(request, response, signInAddress(this.config.publicUrl, to, ended));
      return;
    }
    next();
  }

  /** A form's values are restored after the sign-in, except for files, passwords and forms of other sites. */
  private isKept(request: Request): boolean {
    return isForm(request) && pathOf(request) !== ACCOUNT && isSameOrigin(request, this.config.publicUrl);
  }

  /** Signing out, the page with the form, and its style. */
  private isOpenBeforeChange(path: string): boolean {
    return this.routes.isOpen(path) || path === ACCOUNT || path.endsWith('.css');
  }

  /** @throws Refusal `Forbidden` for a form, and for anything but a page */
  private toAccount(request: Request, response: Response): void {
    if (request.method !== 'GET' || !isBrowser(request))
      throw new Refusal('Forbidden', 'Change the password first, on the page of your account.');
    redirect(request, response, accountAddress(this.config.publicUrl, request.originalUrl));
  }
}

function isForm(request: Request): boolean {
  return request.method === 'POST' && request.is('application/x-www-form-urlencoded') !== false;
}

/** Turns the request into the one that its form stands for. */
async function readMethod(request: Request): Promise<void> {
  const method = (await readForm(request)).get(METHOD);
  if (method === 'PUT' || method === 'DELETE') request.method = method;
}

/** Turns the request into one for the page of the form that was sent with the sign-in. */
async function showFormAgain(request: Request, response: Response): Promise<void> {
  const sent = await readForm(request);
  const typed = Object.fromEntries(new URLSearchParams(sent.get('form')));
  rememberKeptForm(response, { action: sent.get('action') ?? '', typed });
  request.method = 'GET';
}

/** No handler answers, so no interceptor sees the answer. */
function redirect(
  request: Request,
  response: Response,
  address: string,
  status: HttpStatus = HttpStatus.SEE_OTHER,
): void {
  setNoCacheHeaders(pathOf(request), response);
  response.redirect(status, address);
}

/** Browsers name HTML in `Accept`; programs accept JSON or anything, and get 401. */
function isBrowser(request: Request): boolean {
  return request.accepts().some((type) => type.toLowerCase() === 'text/html');
}

function pathOf({ originalUrl }: Request): string {
  return originalUrl.split('?', 1)[0] ?? '';
}
