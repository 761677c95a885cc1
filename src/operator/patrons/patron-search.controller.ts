import { Controller, HttpCode, HttpStatus, Post, UseGuards } from '@nestjs/common';
import { Fields } from '../../http/fields/fields.decorator.js';
import { StaffGuard } from '../../staff/permissions/staff.guard.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { PatronSearchRequest } from './patron-administration.requests.js';
import { PatronAdministrationService } from '../../patrons/patron-administration.service.js';
import type { FoundPatronRecord } from '../../patrons/patron-overview.representation.js';

/** Finds the patron with a card. It is a POST, because proxies log addresses, and a card number identifies a person. */
@Controller('operator/v1/libraries/:websiteId/patrons/search')
@UseGuards(StaffGuard)
export class PatronSearchController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  async search(
    @NumberInPath('websiteId') websiteId: number,
    @Fields(PatronSearchRequest) { cardNumber }: PatronSearchRequest,
  ): Promise<FoundPatronRecord> {
    return { patronId: await this.patrons.withCard(websiteId, cardNumber) };
  }
}
