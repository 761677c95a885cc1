import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { Addresses } from '../../http/answers/addresses.js';
import { PrincipalGuard } from '../../http/authorization/bearer.guard.js';
import { CurrentPrincipal, type Principal } from '../../http/authorization/principal.decorator.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { AvailabilityListQuery, namedTitles } from '../titles/named-titles.requests.js';
import { type OtherFormatsListRecord, representOtherFormats } from './other-formats.representation.js';
import { OtherFormatsService } from './other-formats.service.js';

/** Other formats and editions of titles (contract: #find-other-formats). */
@Tag('Catalog')
@Controller('v1/collections/:token/otherFormats')
@UseGuards(PrincipalGuard)
export class OtherFormatsController {
  constructor(
    private readonly otherFormats: OtherFormatsService,
    private readonly addresses: Addresses,
  ) {}

  /**
   * See in which other formats titles can be had.
   * @remarks Titles with the same name and first creator, at most three of each, with how available they are and what the patron may do. Titles
   * that have none are left out.
   */
  @Get()
  @Operation('listOtherFormats')
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @QueryFields() query: AvailabilityListQuery,
  ): Promise<OtherFormatsListRecord> {
    const { asked, titles } = namedTitles(query.products);
    const found = await this.otherFormats.findAll(principal, token, titles);
    return representOtherFormats(found, asked, this.addresses);
  }
}
