import { Controller, Get, HttpCode, HttpStatus, Post, Put, Req } from '@nestjs/common';
import type { Request } from 'express';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import type { CsvKind } from '../../records/csv/csv-members.js';
import { withoutFixedPin } from '../../records/csv/fixed-pin.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import {
  CSV_BODY,
  CsvKindInPath,
  encodingIn,
  MAPPING_BODY,
  mappingInBody,
  requireListOf,
} from './csv.requests.js';
import { CsvImports, requireRowsAllowed } from './csv-imports.service.js';
import type { CsvMappingRecord, StartedImportRecord } from './imports.representation.js';
import { ImportsService } from './imports.service.js';
import { ImportQuery, mannerOf, wholeBody } from './records.requests.js';
import { Uploads } from './uploads.js';

/** Imports the rows of CSV files (docs/csv.md): `patrons`, `titles`, `copies` or `licences`. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/csv/:kind')
export class CsvController {
  constructor(
    private readonly csv: CsvImports,
    private readonly imports: ImportsService,
    private readonly uploads: Uploads,
  ) {}

  /**
   * Upload a CSV file of patrons, titles, copies or licences.
   * @remarks Its columns are what the kept mapping says, if that fits the file, and else what their names say. The import goes on after the
   * answer. Ask for its state by its number.
   */
  @Post()
  @Operation('startCsvImport', { refusals: ['InsufficientStorage', 'InvalidFieldValue'], body: CSV_BODY })
  @Allow('any', { library: 'path' })
  @HttpCode(HttpStatus.ACCEPTED)
  async start(
    @NumberInPath('websiteId') websiteId: number,
    @CsvKindInPath() kind: CsvKind,
    @QueryFields() query: ImportQuery,
    @Req() request: Request,
    @Staff() staff: StaffPrincipal,
  ): Promise<StartedImportRecord> {
    requireListOf(kind, query);
    const manner = mannerOf(query);
    const csv = { kind, encoding: encodingIn(request), asksForColumns: false };
    requireRowsAllowed(staff, websiteId, kind);
    const file = {
      upload: await this.uploads.keep(websiteId, wholeBody(request)),
      name: `${kind}.csv`,
      csv,
      manner,
    };
    return { importId: await this.imports.start(websiteId, file, staff) };
  }

  /** See what the columns of a library’s CSV files are. */
  @Get('mapping')
  @Operation('findCsvMapping')
  @Allow('any', { library: 'path' })
  async mapping(
    @NumberInPath('websiteId') websiteId: number,
    @CsvKindInPath() kind: CsvKind,
  ): Promise<CsvMappingRecord> {
    return { columns: withoutFixedPin(await this.csv.mapping(websiteId, kind)) };
  }

  /** Say what the columns of a library’s CSV files are. @remarks PINs that an answer hides as `****` stay as they are. */
  @Put('mapping')
  @Operation('changeCsvMapping', { refusals: ['InvalidFieldValue'], body: MAPPING_BODY })
  @Allow('any', { library: 'path' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async changeMapping(
    @NumberInPath('websiteId') websiteId: number,
    @CsvKindInPath() kind: CsvKind,
    @Req() request: Request,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    const mapping = await mappingInBody(request, kind);
    requireRowsAllowed(staff, websiteId, kind);
    await this.csv.keepMapping(websiteId, kind, mapping);
  }
}
