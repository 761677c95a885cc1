import { Delete, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { Fields } from '../../http/fields/fields.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { pageAddress, patronAddress } from '../addresses/addresses.js';
import { type Face, Faced } from '../console/face.js';
import { FormOn } from '../console/face.interceptor.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import {
  BlockRequest,
  MergeRequest,
  PatronCategoryRequest,
  reasonIn,
} from './patron-administration.requests.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import type { PatronExportRecord } from './patron-export.representation.js';
import type { PatronOverviewRecord } from './patron-overview.representation.js';
import { PatronPage } from './patron.page.js';
import { addressOf, Served, type ServedPatron } from './served-patron.decorator.js';

/** What library staff see of a patron, and do about the patron: of holds and checkouts, the PatronTitlesController. */
@StaffController('patrons/:patronId', 'libraries/:websiteId/patrons/:patronId')
export class PatronsController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  /** See a patron’s holds, checkouts and limits. */
  @Get()
  @Operation('readPatron')
  @Allow('desk', { library: 'path' })
  async overview(@Served() { patron }: ServedPatron, @Faced() face: Face): Promise<PatronOverviewRecord> {
    return face.show(await this.patrons.overview(patron), PatronPage);
  }

  /**
   * Move a patron to another category.
   * @remarks Holds keep their places. The next import of the patron’s record decides again.
   */
  @Post('category')
  @Operation('changePatronCategory')
  @Allow('desk', { library: 'path' })
  @FormOn('overview')
  @HttpCode(HttpStatus.NO_CONTENT)
  async changeCategory(
    @Served() served: ServedPatron,
    @Fields() { category }: PatronCategoryRequest,
    @Faced() face: Face,
  ): Promise<void> {
    await this.patrons.changeCategory(served, category);
    face.done(undefined, addressOf(served), 'The category is changed.');
  }

  /**
   * Block a patron.
   * @remarks The patron reads why, and can only sign in, read, remove holds and return titles; holds keep their places. No record,
   * list or sign-in lifts it.
   */
  @Post('block')
  @Operation('blockPatron')
  @Allow('desk', { library: 'path' })
  @FormOn('overview')
  @HttpCode(HttpStatus.NO_CONTENT)
  async block(
    @Served() served: ServedPatron,
    @Fields() request: BlockRequest,
    @Faced() face: Face,
  ): Promise<void> {
    await this.patrons.block(served, reasonIn(request));
    face.done(undefined, addressOf(served), 'The patron is blocked.');
  }

  /**
   * Lift a patron’s block.
   * @remarks One by the library’s records or its own system too: that comes back when they say so again.
   */
  @Delete('block')
  @Operation('liftPatronBlock')
  @Allow('desk', { library: 'path' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async liftBlock(@Served() served: ServedPatron, @Faced() face: Face): Promise<void> {
    await this.patrons.liftBlock(served);
    face.done(undefined, addressOf(served), 'The block is lifted.');
  }

  /**
   * Sign a patron out everywhere.
   * @remarks For a lost telephone, or a card in wrong hands. All of the patron’s tokens end at once; those of an identity
   * provider can be ended only there.
   */
  @Post('sessions/end')
  @Operation('endPatronSessions')
  @Allow('desk', { library: 'path' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async endSessions(@Served() served: ServedPatron, @Faced() face: Face): Promise<void> {
    await this.patrons.endSessions(served);
    face.done(undefined, addressOf(served), 'The patron is signed out everywhere.');
  }

  /**
   * Merge a patron into another card of the same person.
   * @remarks Holds and checkouts move with their places; where both have the same title, the better place is kept. Limits are not
   * checked. This patron and all tokens end.
   */
  @Post('merge')
  @Operation('mergePatrons')
  @Allow('admin', { library: 'path' })
  @FormOn('overview')
  @HttpCode(HttpStatus.NO_CONTENT)
  async merge(
    @Served() served: ServedPatron,
    @Fields() { into }: MergeRequest,
    @Faced() face: Face,
  ): Promise<void> {
    await this.patrons.merge(served, into);
    const kept = patronAddress(served.patron.websiteId, into);
    face.done(undefined, kept, 'The cards are merged. The other card is deleted.');
  }

  /** Read all that the service knows of a patron. */
  @Get('export')
  @Operation('exportPatron')
  @Allow('desk', { library: 'path' })
  async export(@Served() served: ServedPatron, @Faced() face: Face): Promise<PatronExportRecord> {
    return face.file(await this.patrons.export(served), `patron-${served.patron.patronId}.json`);
  }

  /**
   * Delete a patron, with all that is theirs.
   * @remarks Copies that they have, or that were set aside for them, go to the next in line.
   */
  @Delete()
  @Operation('deletePatron')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@Served() served: ServedPatron, @Faced() face: Face): Promise<void> {
    await this.patrons.delete(served);
    face.done(undefined, pageAddress(served.patron.websiteId, 'patrons'), 'The patron is deleted.');
  }
}
