import { Controller, Get, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { GuidInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { MAX_REJECTIONS_KEPT } from './import-report.js';
import {
  type ImportRejectionsRecord,
  type ImportRunListRecord,
  type ImportRunRecord,
  representRun,
  representRuns,
  type StartedImportRecord,
} from './imports.representation.js';
import { ImportsService } from './imports.service.js';
import { pageOf, Paging } from '../paging.requests.js';
import { RECORDS_BODY, recordsIn } from './records.requests.js';
import { Uploads } from './uploads.js';

/** Imports of uploaded files, which go on after the upload was answered. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/imports')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly uploads: Uploads,
  ) {}

  /** See the imports of a library’s uploaded files. @remarks Of the last 90 days. */
  @Get()
  @Operation('listImports')
  @Allow('any', { library: 'path' })
  async list(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() query: Paging,
  ): Promise<ImportRunListRecord> {
    return representRuns(await this.imports.list(websiteId, pageOf(query)));
  }

  /** Upload a file of records. @remarks The import goes on after the answer. Ask for its state by its number. */
  @Post()
  @Operation('startImport', { refusals: ['InsufficientStorage'], body: RECORDS_BODY })
  @Allow('any', { library: 'path' })
  @HttpCode(HttpStatus.ACCEPTED)
  async start(
    @NumberInPath('websiteId') websiteId: number,
    @Req() request: Request,
    @Staff() staff: StaffPrincipal,
  ): Promise<StartedImportRecord> {
    const file = { upload: await this.uploads.keep(recordsIn(request)), name: 'records.ndjson' };
    return { importId: await this.imports.start(websiteId, file, staff) };
  }

  /** See how far an import is. */
  @Get(':importId')
  @Operation('findImport')
  @Allow('any', { library: 'path' })
  async find(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('importId') importId: string,
  ): Promise<ImportRunRecord> {
    return representRun(await this.imports.find({ websiteId, importId }));
  }

  /**
   * See which lines an import has rejected, and why.
   * @remarks The first 10,000. The reasons do not name patrons; the line does, in the file itself.
   */
  @Get(':importId/rejections')
  @Operation('listImportRejections')
  @Allow('any', { library: 'path' })
  async rejections(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('importId') importId: string,
  ): Promise<ImportRejectionsRecord> {
    const rejections = await this.imports.rejections({ websiteId, importId }, MAX_REJECTIONS_KEPT);
    return { rejections: rejections.map(({ line, message }) => ({ line, message })) };
  }
}
