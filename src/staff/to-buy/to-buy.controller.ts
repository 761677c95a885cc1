import { Get } from '@nestjs/common';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { type Face, Faced } from '../console/face.js';
import { FileAnswer } from '../console/page.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { csvOf, ToBuyPage } from './to-buy.page.js';
import { BuyingGoalQuery } from '../queues/queues.requests.js';
import { representToBuy, type ToBuyRecord } from './to-buy.representation.js';
import { ToBuyQuery } from './to-buy.requests.js';
import { ToBuyService } from './to-buy.service.js';

/** More titles are not read on a phone; the file has all of them. */
const TITLES_ON_PAGE = 20;

/** The copies that a library should buy. */
@StaffController('libraries/:websiteId')
@Allow('viewer', { library: 'path' })
export class ToBuyController {
  constructor(private readonly toBuy: ToBuyService) {}

  /** List the titles of which a library should buy copies, with how many and for which collections. */
  @Get('to-buy')
  @Operation('listTitlesToBuy')
  async list(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() wanted: ToBuyQuery,
    @Faced() face: Face,
  ): Promise<ToBuyRecord> {
    const { limit = TITLES_ON_PAGE, offset = 0 } = wanted;
    const list = await this.toBuy.list(websiteId, wanted);
    return face.show(representToBuy(list, { limit, offset }), ({ frame }) =>
      ToBuyPage({ frame, list, page: { limit, offset } }),
    );
  }

  /** Save the list of copies to buy, for an order. */
  @Get('to-buy.csv')
  @Operation('saveTitlesToBuy', { mediaTypes: ['text/csv'] })
  async file(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() goal: BuyingGoalQuery,
  ): Promise<FileAnswer> {
    const list = await this.toBuy.list(websiteId, goal);
    return new FileAnswer(`to-buy-${websiteId}.csv`, 'text/csv', csvOf(list));
  }
}
