import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Refusal, refusal } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';
import { challenge, requireOneAuthorization } from '../../http/authorization/authorization.js';
import { bearerTokenOf, positionOf } from '../../http/authorization/operator-tokens.js';
import { RequestLimits } from '../../http/limits/request-limits.js';
import { WrongTokens } from '../../http/limits/wrong-tokens.js';
import { Database } from '../../platform/database/database.js';
import type { Library } from '../../platform/database/libraries.store.js';
import { LiveSettings } from '../../platform/settings/live-settings.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { librariesNamed, libraryNamed, patronNamed } from './named-libraries.js';
import { type Permission, permissionAt, permits } from './permissions.js';
import { isOfConsole } from '../addresses/addresses.js';
import { SIGN_IN } from '../addresses/sign-in-addresses.js';
import { findPrincipalOfApiToken, hasStaff } from './principals.store.js';
import { INSTALLATION, serves, type StaffPrincipal } from './staff-principal.js';

/**
 * Admits staff as the handler's `@Allow` says: to the operator's endpoints by bearer token (the operator's, or an API token), and to the console by
 * session, which ConsoleSessions has found before. A patron or a library in the address that does not exist is `NotFound`.
 */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(
    private readonly settings: LiveSettings,
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly limits: RequestLimits,
    private readonly wrongTokens: WrongTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const principal = await this.principalOf(request, response);
    request.user = principal;
    const permission = permissionAt(context.getHandler(), context.getClass());
    const patron = await patronNamed(this.database, request.params);
    if (principal.kind !== 'installation')
      requirePermission(principal, permission, librariesNamed(permission.library, request, patron));
    response.locals.patron = patron;
    response.locals.library = await libraryNamed(this.database, request.params);
    return true;
  }

  /** @throws Refusal `Unauthorized`, `NotFound` */
  private async principalOf(request: Request, response: Response): Promise<StaffPrincipal> {
    if (isOfConsole(request.path)) {
      if (request.user !== undefined) return request.user as StaffPrincipal;
      throw new Refusal(
        'Unauthorized',
        `Sign in with a browser, at ${SIGN_IN}. Programs send a bearer token to /operator/v1 instead.`,
      );
    }
    requireOneAuthorization(request);
    const principal = await this.bearerOf(bearerTokenOf(request), request, response);
    if (principal !== undefined) return principal;
    // Without operator tokens and accounts, the routes do not exist.
    if (this.settings.current.operatorTokens.length === 0 && !(await hasStaff(this.database)))
      throw refusal('NotFound');
    challenge(response, request.headers.authorization !== undefined);
    throw new Refusal(
      'Unauthorized',
      'The request needs the operator\'s token, or an API token of staff: "Authorization: Bearer <token>".',
    );
  }

  /** @throws Refusal `TooManyRequests` to a machine that sends too many requests */
  private async bearerOf(
    token: string | undefined,
    request: Request,
    response: Response,
  ): Promise<StaffPrincipal | undefined> {
    if (token === undefined) return undefined;
    const position = positionOf(token, this.settings.current.operatorTokens);
    if (position !== undefined) {
      this.metrics.operatorRequests.inc({ token: position });
      return INSTALLATION;
    }
    const find = (): Promise<StaffPrincipal | undefined> => findPrincipalOfApiToken(this.database, token);
    const machine = await this.wrongTokens.lookUp(token, find, request, response);
    if (machine !== undefined) this.limits.admitApiToken(machine.name, response);
    return machine;
  }
}

/** The patron in the address. Use it only behind the guard. */
export function patronOf(response: Response): PatronKey {
  return response.locals.patron as PatronKey;
}

/** The library in the address; undefined if there is none. Use it only behind the guard. */
export function libraryOf(response: Response): Library | undefined {
  return response.locals.library as Library | undefined;
}

/**
 * Resources of other libraries are `NotFound`: the principal does not learn that they exist.
 * @throws Refusal `NotFound`, `Forbidden`
 */
function requirePermission(
  principal: StaffPrincipal,
  permission: Permission,
  libraries: readonly number[],
): void {
  for (const websiteId of libraries) {
    if (!serves(principal, websiteId)) throw refusal('NotFound');
    if (!permits(principal, permission, websiteId)) throw refusal('Forbidden');
  }
  if (!permits(principal, permission)) throw refusal('Forbidden');
}
