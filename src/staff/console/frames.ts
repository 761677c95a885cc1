import { type ExecutionContext, Inject, Injectable, type Type } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Library } from '../../platform/database/libraries.store.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { permits } from '../permissions/permissions.js';
import { permissionOf } from '../permissions/staff-routes.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { type Frame, keptFormOf } from './frame.js';
import { LibrariesService } from './libraries.service.js';
import { takeMessage } from './message.js';

/** Makes the frames of pages. */
@Injectable()
export class Frames {
  constructor(
    private readonly libraries: LibrariesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @param controller of the page
   * @throws Refusal `NotFound` if the path names a library that does not exist
   */
  async of(context: ExecutionContext, controller: Type = context.getClass()): Promise<Frame> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const staff = request.user as StaffPrincipal;
    const library = await this.libraryOf(request);
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

  /**
   * The library that the path names.
   * @throws Refusal `NotFound` if it does not exist
   */
  async libraryOf({ params: { websiteId } }: Request): Promise<Library | undefined> {
    return typeof websiteId === 'string' ? this.libraries.named(websiteId) : undefined;
  }
}
