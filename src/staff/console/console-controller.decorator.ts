import {
  applyDecorators,
  type CallHandler,
  Controller,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { permits } from '../permissions/permissions.js';
import { permissionOf } from '../permissions/staff-routes.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { keptFormOf, rememberFrame } from './frame.js';
import { LibrariesService } from './libraries.service.js';
import { takeMessage } from './message.js';
import { PageInterceptor } from './page.interceptor.js';

/** Prepares the frame of a page, for `@PageFrame()`. */
@Injectable()
class FrameInterceptor implements NestInterceptor {
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
      hasCovers: this.config.drawnCovers,
      // The page that follows a form shows what the form has done.
      message: request.method === 'GET' ? takeMessage(request, response) : undefined,
      kept: keptFormOf(response),
    });
    return next.handle();
  }
}

/** A controller of pages for staff, which its handlers return, with `@PageFrame()` ready. Whom each handler lets in, its `@Allow()` says. */
export function ConsoleController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseInterceptors(PageInterceptor, FrameInterceptor));
}
