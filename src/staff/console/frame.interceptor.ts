import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { permits } from '../permissions/permissions.js';
import { permissionOf } from '../permissions/staff-routes.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { rememberFrame } from './frame.js';
import { LibrariesService } from './libraries.service.js';
import { takeMessage } from './message.js';

/** Prepares the frame of a page, for `@PageFrame()`. */
@Injectable()
export class FrameInterceptor implements NestInterceptor {
  constructor(
    private readonly libraries: LibrariesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Refusal `NotFound` if the path names a library that does not exist */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const { websiteId } = request.params;
    const staff = request.user as StaffPrincipal;
    const controller = context.getClass();
    const library = typeof websiteId === 'string' ? await this.libraries.named(websiteId) : undefined;
    rememberFrame(response, {
      staff,
      mayUse: (handler) => permits(staff, permissionOf({ controller, handler }), library?.websiteId),
      library,
      hasShelf: this.config.shelf,
      // The page that follows a form shows what the form has done.
      message: request.method === 'GET' ? takeMessage(request, response) : undefined,
    });
    return next.handle();
  }
}
