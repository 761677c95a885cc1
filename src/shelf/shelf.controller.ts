import {
  Controller,
  Get,
  Header,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Req,
  Res,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { NoStoreInterceptor } from '../access/oauth/no-store.interceptor.js';
import type { PatronKey } from '../domain/patron.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Cacheable, IMMUTABLE } from '../http/answers/cacheable.decorator.js';
import { sendFile } from '../http/answers/static-file.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { FORM_TYPE } from '../http/fields/form.js';
import { QueryFields } from '../http/fields/fields.decorators.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { FRAME_COOKIE, readRemembered } from './frame/remembered.js';
import { requireOwnPage } from './own-page.js';
import { wantedLanguages } from './page/page-language.js';
import { ShelfQuery } from './shelf-query.requests.js';
import { representShelfToken, type ShelfTokenRecord } from './shelf.representation.js';
import { bearerTokenOf, readSignIn, ShelfSignInForm } from './shelf.requests.js';
import { type RequestedPage, ShelfService } from './shelf.service.js';
import { ShelfSignInService } from './shelf-sign-in.service.js';
import { directoryFrom, viewAt, VIEWS } from './views.js';

/** A page on which patrons see their holds and loans, and developers of clients see the requests (decision 15). */
@Tag('Shelf')
@Controller('shelf')
export class ShelfController {
  constructor(
    private readonly shelf: ShelfService,
    private readonly signIns: ShelfSignInService,
  ) {}

  /** Read the page for patrons. */
  // The script shows the view that the address names.
  @Get(['', ...VIEWS])
  @Operation('readShelf', { mediaTypes: ['text/html'] })
  @Header('Referrer-Policy', 'no-referrer')
  async page(
    @QueryFields() query: ShelfQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { html, headers } = await this.shelf.page(pageAskedFor(query, request));
    response.set(headers).vary('Accept-Language, Cookie').type('text/html').send(html);
  }

  /**
   * Sign a patron in, from the page.
   * @remarks Refused unless a page of the service sends it. An unknown card and a wrong PIN get the same answer. The limits are
   * those of `POST /patrontoken`.
   */
  @Post('sign-in')
  @Operation('signInToShelf', {
    refusals: [
      'MissingField',
      'Unauthorized',
      'PatronCategoryUnknown',
      'TooManyRequests',
      'LibraryUnavailable',
    ],
    body: { mediaType: FORM_TYPE, type: ShelfSignInForm },
  })
  @HttpCode(HttpStatus.OK)
  @UseInterceptors(NoStoreInterceptor)
  async signIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ShelfTokenRecord> {
    requireOwnPage(request);
    return representShelfToken(await this.signIns.signIn(await readSignIn(request), response));
  }

  /** End the patron’s token, from the page. @remarks Refused unless a page of the service sends it. */
  @Post('sign-out')
  @Operation('signOutOfShelf')
  @HttpCode(HttpStatus.NO_CONTENT)
  @UseGuards(BearerGuard)
  async signOut(@Me() patron: PatronKey, @Req() request: Request): Promise<void> {
    requireOwnPage(request);
    await this.signIns.signOut(patron, bearerTokenOf(request));
  }

  /** Read what a telephone needs to put the page among its apps. */
  @Get('app.webmanifest')
  @Operation('readShelfManifest', { mediaTypes: ['application/manifest+json'] })
  async manifest(
    @QueryFields() query: ShelfQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const manifest = await this.shelf.manifest(pageAskedFor(query, request));
    response.vary('Accept-Language').type('application/manifest+json').send(JSON.stringify(manifest));
  }

  /** Read the service worker that shows push messages. */
  @Get('worker.js')
  @Operation('readShelfWorker', { mediaTypes: ['text/javascript'] })
  worker(@Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.shelf.worker());
  }

  /** Read a file that the page for patrons loads. */
  @Get(':asset')
  @Operation('readShelfFile', { mediaTypes: ['text/javascript', 'text/css', 'image/svg+xml', 'text/plain'] })
  @Cacheable(IMMUTABLE)
  file(@Param('asset') name: string, @Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.shelf.file(name));
  }
}

function pageAskedFor({ library, lang }: ShelfQuery, request: Request): RequestedPage {
  const kept = Object.entries({ library, lang }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return {
    directory: directoryFrom(request.path),
    websiteId: library,
    wanted: wantedLanguages(request, lang),
    view: viewAt(request.path),
    query: query && `?${query}`,
    remembered: readRemembered(parseCookie(request.headers.cookie ?? '')[FRAME_COOKIE]),
  };
}
