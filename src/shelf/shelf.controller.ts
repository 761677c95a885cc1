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
import type { Request, Response } from 'express';
import { NoStoreInterceptor } from '../access/oauth/no-store.interceptor.js';
import type { PatronKey } from '../domain/patron.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Cacheable, IMMUTABLE } from '../http/answers/cacheable.decorator.js';
import { sendFile } from '../http/answers/static-file.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { QueryFields } from '../http/fields/fields.decorators.js';
import { requireOwnPage } from './own-page.js';
import { wantedLanguages } from './page/page-language.js';
import { CONTENT_SECURITY_POLICY } from './page/shelf-page.js';
import { ShelfQuery } from './shelf-query.requests.js';
import { representShelfToken, type ShelfTokenRecord } from './shelf.representation.js';
import { bearerTokenOf, readSignIn } from './shelf.requests.js';
import { ShelfService } from './shelf.service.js';
import { ShelfSignInService } from './shelf-sign-in.service.js';
import { directoryFrom, VIEWS } from './views.js';

/** A page on which patrons see their holds and loans, and developers of clients see the requests (decision 15). */
@Controller('shelf')
export class ShelfController {
  constructor(
    private readonly shelf: ShelfService,
    private readonly signIns: ShelfSignInService,
  ) {}

  /** The script shows the view that the address names. */
  @Get(['', ...VIEWS])
  @Header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  @Header('Referrer-Policy', 'no-referrer')
  async page(
    @QueryFields() { library, lang }: ShelfQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const directory = directoryFrom(request.path);
    const wanted = wantedLanguages(request, lang);
    const page = await this.shelf.page({ directory, websiteId: library, wanted });
    response.vary('Accept-Language, Cookie').type('text/html').send(page);
  }

  /** For a library card and its PIN. The page's form says where this is. */
  @Post('sign-in')
  @HttpCode(HttpStatus.OK)
  @UseInterceptors(NoStoreInterceptor)
  async signIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ShelfTokenRecord> {
    requireOwnPage(request);
    return representShelfToken(await this.signIns.signIn(await readSignIn(request), response));
  }

  @Post('sign-out')
  @HttpCode(HttpStatus.NO_CONTENT)
  @UseGuards(BearerGuard)
  async signOut(@Me() patron: PatronKey, @Req() request: Request): Promise<void> {
    requireOwnPage(request);
    await this.signIns.signOut(patron, bearerTokenOf(request));
  }

  @Get(':asset')
  @Cacheable(IMMUTABLE)
  file(@Param('asset') name: string, @Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.shelf.file(name));
  }
}
