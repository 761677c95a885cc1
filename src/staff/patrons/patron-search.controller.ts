import { Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { Fields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { patronAddress } from '../addresses/addresses.js';
import { type Face, Faced } from '../console/face.js';
import { FormOn } from '../console/face.interceptor.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { PatronLookUpRequest, PatronSearchRequest, wantedIn } from './patron-administration.requests.js';
import { PatronLookUpService } from './patron-look-up.service.js';
import type { FoundPatronRecord, FoundPatronsRecord } from './patron-overview.representation.js';
import { PatronPagesController } from './patrons-pages.controller.js';
import { PatronSearchPage } from './search.page.js';

/** Finds the patron whose card a program has read. A POST, like the one below: proxies log addresses, and a card number identifies a person. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/patrons/search')
export class PatronCardController {
  constructor(private readonly patrons: PatronLookUpService) {}

  /** Find the patron with a card. */
  @Post()
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
}

/** Finds patrons by what staff type. */
@StaffController('libraries/:websiteId/patrons')
export class PatronSearchController {
  constructor(private readonly patrons: PatronLookUpService) {}

  /** Find patrons by card, number or address. */
  @Post('lookup')
  @Operation('lookUpPatrons', { refusals: ['PatronCategoryUnknown', 'LibraryUnavailable'] })
  @Allow('desk', { library: 'path' })
  @FormOn([PatronPagesController, 'form'])
  @HttpCode(HttpStatus.OK)
  async lookUp(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: PatronLookUpRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<FoundPatronsRecord> {
    const text = wantedIn(request);
    const found = await this.patrons.lookUp(websiteId, text, staff);
    const [first, ...others] = found.patrons;
    return first !== undefined && others.length === 0
      ? face.done(found, patronAddress(websiteId, first.patronId))
      : face.show(found, ({ frame }) => PatronSearchPage({ frame, text, found }));
  }
}
