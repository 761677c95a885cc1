import { Controller, Get, HttpCode, HttpStatus, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { KeyInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import type {
  ImportRecord,
  ImportRejectionsRecord,
  ImportRunListRecord,
  ImportRunRecord,
  StartedImportRecord,
} from './imports.representation.js';
import { ImportsService, type RunKey, requireCalendarAllowed } from './imports.service.js';
import { pageOf, Paging } from '../requests/paging.requests.js';
import { ImportQuery, calendarIn, mannerOf, RECORDS_BODY, recordsIn, wholeBody } from './records.requests.js';
import { Uploads } from './uploads.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { limitedRecords } from './limited-body.js';
import { RecordsService } from './records.service.js';

/** Imports of uploaded files, which go on after the upload was answered. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/imports')
@Allow('any', { library: 'path' })
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly uploads: Uploads,
  ) {}

  /** See the imports of a library’s uploaded files. @remarks Of the last 90 days. */
  @Get()
  @Operation('listImports')
  list(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() query: Paging,
  ): Promise<ImportRunListRecord> {
    return this.imports.list(websiteId, pageOf(query));
  }

  /**
   * Upload a file of records, or an iCalendar file (`text/calendar`).
   * @remarks The import goes on after the answer. Ask for its state by its number.
   */
  @Post()
  @Operation('startImport', { refusals: ['InsufficientStorage', 'MissingField'], body: RECORDS_BODY })
  @HttpCode(HttpStatus.ACCEPTED)
  async start(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() query: ImportQuery,
    @Req() request: Request,
    @Staff() staff: StaffPrincipal,
  ): Promise<StartedImportRecord> {
    const manner = mannerOf(query);
    const calendar = calendarIn(request, query);
    if (calendar !== undefined) requireCalendarAllowed(staff, websiteId);
    const content = calendar === undefined ? recordsIn(request) : wholeBody(request);
    const file = {
      upload: await this.uploads.keep(websiteId, content),
      name: calendar === undefined ? 'records.ndjson' : 'calendar.ics',
      calendar,
      manner,
    };
    return { importId: await this.imports.start(websiteId, file, staff) };
  }

  /** See how far an import is. */
  @Get(':importId')
  @Operation('findImport')
  find(@KeyInPath('importId') key: RunKey): Promise<ImportRunRecord> {
    return this.imports.find(key);
  }

  /**
   * See which lines an import has rejected, and why.
   * @remarks The first 10,000. The reasons do not name patrons; the line does, in the file itself.
   */
  @Get(':importId/rejections')
  @Operation('listImportRejections')
  rejections(@KeyInPath('importId') key: RunKey): Promise<ImportRejectionsRecord> {
    return this.imports.rejections(key);
  }
}

/** Imports a library's records from a stream (docs/records.md). */
@Tag('Operator')
@Controller('operator/v1/records')
export class RecordsController {
  constructor(
    private readonly records: RecordsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Import records.
   * @remarks One JSON record per line, as a stream of any length. A line that is rejected changes nothing; all others are
   * applied.
   */
  // Who may apply which records, `RECORD_ROLES` says.
  @Post()
  @Operation('importRecords', {
    body: RECORDS_BODY,
    otherStatus: { status: 422, description: 'Some lines were rejected; the others are applied.' },
  })
  @Allow('any', { library: 'body' })
  @HttpCode(HttpStatus.OK)
  async import(
    @QueryFields() query: ImportQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Staff() staff: StaffPrincipal,
  ): Promise<ImportRecord> {
    const records = limitedRecords(recordsIn(request), this.config);
    const result = await this.records.import(records, staff, { manner: mannerOf(query) });
    if (result.rejected > 0) response.status(HttpStatus.UNPROCESSABLE_ENTITY);
    return result;
  }
}
