import { Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { Allow } from '../permissions/allow.decorator.js';
import { Fields } from '../../http/fields/fields.decorators.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { PatronLookUpRequest, PatronSearchRequest, wantedIn } from './patron-administration.requests.js';
import { PatronLookUpService } from './patron-look-up.service.js';
import type { FoundPatronRecord, FoundPatronsRecord } from './patron-overview.representation.js';

/** Finds patrons. Both are a POST, because proxies log addresses, and a card number identifies a person. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/patrons')
export class PatronSearchController {
  constructor(private readonly patrons: PatronLookUpService) {}

  /** Find the patron with a card. */
  @Post('search')
  @Operation('findPatronByCard', { refusals: ['PatronCategoryUnknown', 'LibraryUnavailable'] })
  @Allow('desk', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  async search(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() { cardNumber }: PatronSearchRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<FoundPatronRecord> {
    return { patronId: await this.patrons.withCard(websiteId, cardNumber, staff) };
  }

  /** Find patrons by card, number or address. */
  @Post('lookup')
  @Operation('lookUpPatrons', { refusals: ['PatronCategoryUnknown', 'LibraryUnavailable'] })
  @Allow('desk', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  async lookUp(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: PatronLookUpRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<FoundPatronsRecord> {
    return this.patrons.lookUp(websiteId, wantedIn(request), staff);
  }
}
