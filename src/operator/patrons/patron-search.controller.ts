import { Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { Fields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { PatronSearchRequest } from './patron-administration.requests.js';
import { PatronAdministrationService } from '../../patrons/patron-administration.service.js';
import type { FoundPatronRecord } from '../../patrons/patron-overview.representation.js';

/** Finds the patron with a card. It is a POST, because proxies log addresses, and a card number identifies a person. */
@Controller('operator/v1/libraries/:websiteId/patrons/search')
export class PatronSearchController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  @Post()
  @Allow('desk', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  async search(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() { cardNumber }: PatronSearchRequest,
  ): Promise<FoundPatronRecord> {
    return { patronId: await this.patrons.withCard(websiteId, cardNumber) };
  }
}
