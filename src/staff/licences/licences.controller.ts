import { Get } from '@nestjs/common';
import { representTime } from '../../http/answers/timestamp.representation.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { type Face, Faced } from '../console/face.js';
import { FileAnswer } from '../console/page.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { representWait } from '../queues/queues.representation.js';
import { csvOfLicences, LicencesPage } from './licences.page.js';
import type { LicenceRecord, LicencesRecord } from './licences.representation.js';
import { LicencesQuery } from './licences.requests.js';
import { type EndingLicence, type EndingLicences, LicencesService } from './licences.service.js';

/** The licences of a library that end. */
@StaffController('libraries/:websiteId')
@Allow('viewer', { library: 'path' })
export class LicencesController {
  constructor(private readonly licences: LicencesService) {}

  /** List the licences of a library that end soon, or have few loans left. */
  @Get('licences')
  @Operation('listEndingLicences')
  async list(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() wanted: LicencesQuery,
    @Faced() face: Face,
  ): Promise<LicencesRecord> {
    const list = await this.licences.list(websiteId, wanted);
    return face.show(represent(list), LicencesPage);
  }

  /** Save the licences of a library that end soon, or have few loans left, for an order. */
  @Get('licences.csv')
  @Operation('saveEndingLicences', { mediaTypes: ['text/csv'] })
  async file(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() wanted: LicencesQuery,
  ): Promise<FileAnswer> {
    const { licences } = await this.licences.list(websiteId, wanted);
    const csv = csvOfLicences(licences, await this.licences.timeZone(websiteId));
    return new FileAnswer(`licences-${websiteId}.csv`, 'text/csv', csv);
  }
}

function represent({ licences, ...list }: EndingLicences): LicencesRecord {
  return { ...list, licences: licences.map(representLicence) };
}

function representLicence(licence: EndingLicence): LicenceRecord {
  const { endsAt, name, model, loansLeft, price, currency, loansPerWeek, newHoldWait, ...others } = licence;
  const { followedBy, followedUntil, creators, ...facts } = others;
  return {
    ...facts,
    creators: creators.map((creator) => ({ name: creator.name })),
    ...(followedBy !== null && { followedBy }),
    ...(followedUntil !== null && { followedUntil: representTime(followedUntil) }),
    ...(loansPerWeek !== undefined && { loansPerWeek }),
    ...(newHoldWait === 'never' ? { newHoldWait: null } : representWait(newHoldWait)),
    ...(name !== null && { name }),
    ...(model !== null && { model }),
    ...(endsAt !== null && { endsOn: representTime(endsAt) }),
    ...(loansLeft !== null && { loansLeft }),
    ...(price !== null && { price }),
    ...(currency !== null && { currency }),
  };
}
