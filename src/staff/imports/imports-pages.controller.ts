import { Get, HttpStatus, Post, UseInterceptors } from '@nestjs/common';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import { KeyInPath } from '../../http/fields/path.decorators.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { type CsvMapping, MappingProblem } from '../../records/csv/csv-mapping.js';
import { CsvImports, type CsvRun, mayImportRows, requireRowsAllowed } from './csv-imports.service.js';
import { CsvMappingPage } from './csv-mapping.page.js';
import { IMPORT, IMPORT_TRIED, mannerIn, mappingIn, MappingForm, TRY } from './csv-mapping.requests.js';
import { ImportsService, type RunKey, type UploadedFile } from './imports.service.js';
import { importAddress, pageAddress } from '../addresses/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { FileAnswer, type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { ImportPage, ImportsPage } from './imports.page.js';
import { FormFile, FormFileInterceptor, type RefusedFile, refusedFileOf } from './uploaded-file.js';

const LATEST = { limit: 50, offset: 0 };
const REJECTIONS_SHOWN = 100;

/** Files of records that staff upload. */
@ConsoleController('console/libraries/:websiteId/imports')
@Allow('any', { library: 'path' })
export class ConsoleImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly csv: CsvImports,
  ) {}

  @Get()
  async list(@PageFrame() frame: LibraryFrame, problem?: string): Promise<VNode> {
    const { imports } = await this.imports.list(frame.library.websiteId, LATEST);
    return ImportsPage({ frame, imports, problem });
  }

  @Post()
  @UseInterceptors(FormFileInterceptor)
  async upload(
    @PageFrame() frame: LibraryFrame,
    @FormFile() file: UploadedFile | RefusedFile,
  ): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    try {
      if ('problem' in file) return await this.refuse(frame, file);
      return new Redirect(importAddress(websiteId, await this.imports.start(websiteId, file, frame.staff)));
    } catch (error) {
      // Rows that cannot be used.
      const refused = refusedFileOf(error);
      if (refused === undefined) throw error;
      return this.refuse(frame, refused);
    }
  }

  private async refuse(frame: LibraryFrame, { status, problem }: RefusedFile): Promise<PageAnswer> {
    return new PageWithStatus(status, await this.list(frame, problem));
  }

  @Get(':importId')
  async find(@PageFrame() frame: LibraryFrame, @KeyInPath('importId') key: RunKey): Promise<VNode> {
    const run = await this.imports.find(key);
    const csv = await this.csv.find(key);
    if (
      run.state === 'waiting' &&
      csv !== undefined &&
      mayImportRows(frame.staff, key.websiteId, csv.csvKind)
    )
      return this.columnsPage(frame, key, csv, csv.proposed?.mapping ?? []);
    const { rejections } = await this.imports.rejections(key, REJECTIONS_SHOWN);
    const isKept = csv !== undefined && (await this.csv.isKeptAfterTrial(key));
    return ImportPage({ frame, run, rejections, csvKind: csv?.csvKind, isKept });
  }

  @Post(':importId/columns')
  async chooseColumns(
    @PageFrame() frame: LibraryFrame,
    @KeyInPath('importId') key: RunKey,
    @FormFields() form: MappingForm,
  ): Promise<PageAnswer> {
    const list = pageAddress(key.websiteId, 'imports');
    const csv = await this.csv.find(key);
    if (
      csv !== undefined &&
      form.action === IMPORT_TRIED &&
      (await this.csv.importTried(key, csv, frame.staff))
    )
      return new Redirect(importAddress(key.websiteId, key.importId));
    if (csv?.mapping !== null)
      return new Redirect(list, 'The file does not wait any more. Upload it again if it was not imported.');
    if (form.action === 'cancel') {
      await this.csv.cancel(key, csv, frame.staff);
      return new Redirect(list, 'Nothing was imported.');
    }
    const begins = form.action === IMPORT || form.action === TRY;
    let mapping: CsvMapping = [];
    let problem: string | undefined;
    try {
      mapping = mappingIn(form, csv.csvKind, csv.columns);
      const answer = { mapping, ...mannerIn(form, csv.csvKind) };
      if (begins) problem = await this.csv.begin(key, csv, answer, frame.staff);
    } catch (error) {
      if (!(error instanceof MappingProblem)) throw error;
      problem = error.message;
    }
    if (begins && problem === undefined) return new Redirect(importAddress(key.websiteId, key.importId));
    const status = problem === undefined ? HttpStatus.OK : HttpStatus.UNPROCESSABLE_ENTITY;
    return new PageWithStatus(status, await this.columnsPage(frame, key, csv, mapping, problem));
  }

  private async columnsPage(
    frame: LibraryFrame,
    key: RunKey,
    run: CsvRun,
    mapping: CsvMapping,
    problem?: string,
  ): Promise<VNode> {
    requireRowsAllowed(frame.staff, key.websiteId, run.csvKind);
    const { fileName } = await this.imports.find(key);
    const preview = await this.csv.preview(key, run, mapping);
    return CsvMappingPage({ frame, importId: key.importId, fileName, run, mapping, preview, problem });
  }

  @Get(':importId/rejections.csv')
  async rejections(
    @PageFrame() { staff }: LibraryFrame,
    @KeyInPath('importId') key: RunKey,
  ): Promise<FileAnswer> {
    const rejections = await this.imports.rejectionsCsv(key, staff);
    return new FileAnswer('rejected-lines.csv', 'text/csv', rejections);
  }
}
