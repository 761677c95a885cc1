import { Controller, Get, HttpCode, HttpStatus, Param, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import type { PatronKey } from '../domain/patron.js';
import type { TitleId } from '../domain/titles/title-id.js';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Fields, QueryFields } from '../http/fields/fields.decorators.js';
import { someTitlesNamedBy } from '../http/fields/title-fields.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { TitleInPath } from '../http/fields/path.decorators.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { IdempotencyService } from '../http/idempotency/idempotency.service.js';
import { type LoanFormatListRecord, representLoanFormatList } from './checkout.representation.js';
import { CheckoutsService } from './checkouts.service.js';
import {
  type DownloadLinkRecord,
  type LoanFormatRecord,
  representDownloadLink,
  representLoanFormat,
} from './loan-format.representation.js';
import { DownloadQuery, LockFormatRequest } from './loan-formats.requests.js';
import { LoanFormatsService } from './loan-formats.service.js';

/** The formats of a patron's loan, and the way to its content (contract: #checkouts). */
@Tag('Checkouts')
@Controller('v1/patrons/me/checkouts/:id/formats')
@UseGuards(BearerGuard)
export class LoanFormatsController {
  constructor(
    private readonly checkouts: CheckoutsService,
    private readonly formats: LoanFormatsService,
    private readonly idempotency: IdempotencyService,
    private readonly addresses: Addresses,
  ) {}

  /**
   * List the formats of a checkout.
   * @remarks Those that the patron can use now: formats online, and the one that is locked in.
   */
  @Get()
  @Operation('listLoanFormats')
  async list(
    @Me() me: PatronKey,
    @TitleInPath('TitleNotCheckedOut') title: TitleId,
  ): Promise<LoanFormatListRecord> {
    return representLoanFormatList(await this.checkouts.find(me, title), this.addresses);
  }

  /**
   * Lock a format in.
   * @remarks Chooses the format to download. It cannot be changed; the same request again gets the same answer. A format online
   * can be used anyway, and locks nothing in.
   */
  @Post()
  @Operation('lockFormat', {
    refusals: ['PatronTitleProcessingFailed', 'AnotherFormatHasBeenLockedIn'],
    exampleFields: ['reserveId', 'formatType'],
    hasLocation: true,
  })
  async lockIn(
    @Me() me: PatronKey,
    @TitleInPath('TitleNotCheckedOut') title: TitleId,
    @Fields() request: LockFormatRequest,
    @IdempotencyKey() keyed: KeyedRequest | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoanFormatRecord> {
    const { formatType } = request;
    const wanted = { titles: someTitlesNamedBy(request, title), formatType };
    const record = await this.idempotency.answerOnce(me, keyed, wanted, async (database) =>
      representLoanFormat(await this.formats.lockIn(me, wanted, database), formatType, this.addresses),
    );
    response.location(record.links.self.href);
    return record;
  }

  /**
   * Go to the content of a checkout.
   * @remarks For a browser: redirects to the content of the format that is locked in, else of the first one online, else of the
   * only one there is; of several formats to download the reader chooses one, on a page to which it redirects. When that is
   * refused, it redirects to the client’s page for errors, with `ErrorCode` and `ErrorDescription`, if the settings list the
   * page’s origin.
   */
  // Before `:formatType`, which would match this path as well.
  @Get('downloadredirect')
  @Operation('redirectToContent', { refusals: ['PatronTitleProcessingFailed'], hasLocation: true })
  @HttpCode(HttpStatus.FOUND)
  async redirect(
    @Me() me: PatronKey,
    @TitleInPath('TitleNotCheckedOut') title: TitleId,
    @QueryFields() { errorpageurl, errorurl }: DownloadQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    response.location(await this.formats.redirect(me, title, errorpageurl ?? errorurl));
  }

  /** Find one format of a checkout. */
  @Get(':formatType')
  @Operation('findLoanFormat', { refusals: ['PatronTitleProcessingFailed'] })
  async find(
    @Me() me: PatronKey,
    @TitleInPath('TitleNotCheckedOut') title: TitleId,
    @Param('formatType') formatType: string,
  ): Promise<LoanFormatRecord> {
    const borrowed = await this.formats.find(me, title, formatType);
    return representLoanFormat(borrowed, formatType, this.addresses);
  }

  /** Get a link to the content. @remarks The link is signed, ends soon, and needs no token. */
  @Get(':formatType/downloadlink')
  @Operation('findDownloadLink', { refusals: ['PatronTitleProcessingFailed'] })
  async download(
    @Me() me: PatronKey,
    @TitleInPath('TitleNotCheckedOut') title: TitleId,
    @Param('formatType') formatType: string,
    @QueryFields() _query: DownloadQuery,
  ): Promise<DownloadLinkRecord> {
    const { borrowed, contentlink } = await this.formats.download(me, title, formatType);
    return representDownloadLink(borrowed, formatType, contentlink, this.addresses);
  }
}
