import { Get } from '@nestjs/common';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { FileAnswer } from '../console/page.js';
import { Allow } from '../permissions/allow.decorator.js';
import { csvOfLicences } from './licences.page.js';
import { LicencesQuery } from './licences.requests.js';
import { LicencesService } from './licences.service.js';

/** The same list as a file, for an order. */
@ConsoleController('console/libraries/:websiteId')
@Allow('viewer', { library: 'path' })
export class LicencesFileController {
  constructor(private readonly licences: LicencesService) {}

  @Get('licences.csv')
  async file(
    @PageFrame() { library: { websiteId } }: LibraryFrame,
    @QueryFields() wanted: LicencesQuery,
  ): Promise<FileAnswer> {
    const { licences } = await this.licences.list(websiteId, wanted);
    return new FileAnswer(`licences-${websiteId}.csv`, 'text/csv', csvOfLicences(licences));
  }
}
