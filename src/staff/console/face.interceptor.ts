import {
  type CallHandler,
  type ExecutionContext,
  HttpStatus,
  Inject,
  Injectable,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ExternalContextCreator, ModuleRef, Reflector } from '@nestjs/core';
import type { ParamsFactory } from '@nestjs/core/helpers/external-context-creator.js';
import type { Request, Response } from 'express';
import { catchError, map, mergeMap, type Observable } from 'rxjs';
import { type ErrorCode, MESSAGES, Refusal } from '../../domain/errors.js';
import { readForm } from '../../http/fields/form.js';
import { isRead } from '../../http/routes/reads.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { isOfConsole } from '../addresses/addresses.js';
import { permits } from '../permissions/permissions.js';
import { libraryOf } from '../permissions/staff.guard.js';
import { permissionOf } from '../permissions/staff-routes.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { Face, rememberFace } from './face.js';
import { type Frame, keptFormOf, type LibraryFrame, rememberFrame, rememberKeptForm } from './frame.js';
import { takeMessage } from './message.js';
import { FileAnswer, type PageAnswer, writeHead } from './page.js';

/** The handler of a page: its name, with its controller unless that is the same. */
type PageHandler = string | readonly [Type, string];

/** The handler of the page with a handler's form. A refused form is shown again on that page. */
export const FormOn = Reflector.createDecorator<PageHandler>();

type Handlers = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

/**
 * Answers browsers with the page that the handler shows or returns, or again with the page whose form was refused. A handler that does neither has
 * answered by itself. A file that a handler returns is for programs, too.
 */
@Injectable()
export class FaceInterceptor implements NestInterceptor {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly modules: ModuleRef,
    private readonly contexts: ExternalContextCreator,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!isOfConsole(request.path)) {
      rememberFace(response, new Face());
      return next.handle().pipe(map((returned: unknown) => unlessFile(returned, response)));
    }
    const face = this.faceOf(context);
    return next.handle().pipe(
      mergeMap((returned: unknown) => answerOf(face, returned, response)),
      catchError((error: unknown) => this.formAgain(context, error)),
    );
  }

  private faceOf(context: ExecutionContext, page?: Type): Face {
    const response = context.switchToHttp().getResponse<Response>();
    const frame = this.frameOf(context, page);
    rememberFrame(response, frame);
    return rememberFace(response, new Face(frame as LibraryFrame));
  }

  /** @param controller of the page */
  private frameOf(context: ExecutionContext, controller: Type = context.getClass()): Frame {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const staff = request.user as StaffPrincipal;
    const library = libraryOf(response);
    return {
      staff,
      mayUse: (handler) => permits(staff, permissionOf({ controller, handler }), library?.websiteId),
      library,
      hasShelf: this.config.shelf,
      hasCovers: this.config.drawnCovers,
      // The page that follows a form shows its result.
      message: request.method === 'GET' ? takeMessage(request, response) : undefined,
      kept: keptFormOf(response),
    };
  }

  /** The form's page, filled in as it was, with the problem. @throws any error that is no refusal of a form */
  private async formAgain(context: ExecutionContext, error: unknown): Promise<string | undefined> {
    const page = this.reflector.get(FormOn, context.getHandler()) as PageHandler | undefined;
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!isOfForm(error) || (page === undefined && !isRead(request.method))) throw error;
    const typed = isRead(request.method)
      ? (request.query as Readonly<Record<string, string>>)
      : Object.fromEntries(await readForm(request));
    rememberKeptForm(response, { action: request.path, typed, refusal: error });
    if (page === undefined) return this.queryAgain(context, error, error);
    const [type, handler] = typeof page === 'string' ? [context.getClass(), page] : page;
    const face = this.faceOf(context, type);
    const returned = await this.call(type, handler, [request, response]);
    const html = await answerOf(face, returned, response);
    // If nothing is left to fill in, another page is shown.
    if (response.statusCode === 200) response.status(HttpStatus.UNPROCESSABLE_ENTITY);
    return html;
  }

  /**
   * A page with a form that asks for it: without what was refused.
   * @throws first unless the page shows that one at its control: a file, or a page without such a form, does not
   */
  private async queryAgain(context: ExecutionContext, refused: Refusal, first: Refusal): Promise<string> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const others = Object.entries(request.query).filter(([name]) => name !== refused.field?.name);
    if (others.length === Object.keys(request.query).length) throw first;
    Object.defineProperty(request, 'query', { value: Object.fromEntries(others), configurable: true });
    const face = this.faceOf(context);
    try {
      const returned = await this.call(context.getClass(), context.getHandler().name, [request, response]);
      const answer = (await face.answer()) ?? (returned as PageAnswer);
      const html = answer instanceof FileAnswer ? '' : writeHead(response, answer);
      if (!html.includes('class="field-problem"')) throw first;
      response.status(HttpStatus.UNPROCESSABLE_ENTITY);
      return html;
    } catch (error) {
      if (error !== first && isOfForm(error)) return this.queryAgain(context, error, first);
      throw first;
    }
  }

  /** Runs another handler of the controller, with its parameters. Its permission is the same as this one's. */
  private async call(type: Type, handler: string, request: unknown[]): Promise<unknown> {
    const controller = this.modules.get<Handlers>(type, { strict: false });
    const callback = controller[handler];
    if (callback === undefined) throw new Error(`${type.name} has no ${handler}.`);
    const run = this.contexts.create(
      controller,
      callback,
      handler,
      ROUTE_ARGS_METADATA,
      OWN_PARAMETERS,
      undefined,
      undefined,
      { guards: false, interceptors: false, filters: false },
    );
    return run(...request);
  }
}

/** @returns its body */
async function answerOf(face: Face, returned: unknown, response: Response): Promise<string | undefined> {
  const answer = (await face.answer()) ?? (returned as PageAnswer | undefined);
  return answer && writeHead(response, answer);
}

/** @returns the body for a program */
function unlessFile(returned: unknown, response: Response): unknown {
  return returned instanceof FileAnswer ? writeHead(response, returned) : returned;
}

/** Of Nest's own parameter decorators, others only work for routes. */
const OWN_PARAMETERS: ParamsFactory = {
  exchangeKeyForValue: (type, name: string, [request]: [Request]): unknown => {
    if ((type as RouteParamtypes) === RouteParamtypes.QUERY) return request.query[name];
    throw new Error('The page of a form takes no parameter of Nest itself.');
  },
};

/** Errors that staff can correct in the form, or read beside it: the rules of holds. */
const OF_A_FORM: readonly ErrorCode[] = [
  'InvalidFieldValue',
  'InvalidEmailAddress',
  'MissingField',
  'AlreadyOnWaitList',
  'PatronExceededHoldLimit',
  'TitleAlreadyCheckedOut',
  'NotWithinRenewalWindow',
  'HoldAlreadySuspended',
  'HoldNotSuspended',
  'HoldReadyForCheckout',
  'PatronDoesntHaveTitleOnHold',
];

function isOfForm(error: unknown): error is Refusal {
  if (!(error instanceof Refusal)) return false;
  // What the form is about may be gone while its page is not: the refusal then says what to do.
  return OF_A_FORM.includes(error.code) || (error.code === 'NotFound' && error.message !== MESSAGES.NotFound);
}
