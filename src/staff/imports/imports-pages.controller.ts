import { Get, Post, Res, UseInterceptors } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import type { Response } from 'express';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import { KeyInPath } from '../../http/fields/path.decorators.js';
import { ImportsService, type RunKey, type UploadedFile } from './imports.service.js';
import { importAddress } from '../console/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { ImportPage, ImportsPage } from './imports.page.js';
import { FormFile, FormFileInterceptor, type RefusedFile } from './uploaded-file.js';

const LATEST = { limit: 50, offset: 0 };
const REJECTIONS_SHOWN = 100;

/** Files of records that staff upload. */
@ConsoleController('console/libraries/:websiteId/imports')
@Allow('any', { library: 'path' })
export class ConsoleImportsController {
  constructor(private readonly imports: ImportsService) {}

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
    if ('problem' in file) return new PageWithStatus(file.status, await this.list(frame, file.problem));
    const { websiteId } = frame.library;
    return new Redirect(importAddress(websiteId, await this.imports.start(websiteId, file, frame.staff)));
  }

  @Get(':importId')
  async find(@PageFrame() frame: LibraryFrame, @KeyInPath('importId') key: RunKey): Promise<VNode> {
    const run = await this.imports.find(key);
    const { rejections } = await this.imports.rejections(key, REJECTIONS_SHOWN);
    return ImportPage({ frame, run, rejections });
  }

  @Get(':importId/rejections.csv')
  async rejections(@KeyInPath('importId') key: RunKey, @Res() response: Response): Promise<void> {
    const { rejections } = await this.imports.rejections(key);
    // A spreadsheet must not take a reason for a formula.
    const csv = stringify(
      rejections.map(({ line, message }) => [line, message]),
      { header: true, columns: ['Line', 'Reason'], escape_formulas: true },
    );
    response.set('Content-Type', 'text/csv; charset=utf-8').attachment('rejected-lines.csv').send(csv);
  }
}
