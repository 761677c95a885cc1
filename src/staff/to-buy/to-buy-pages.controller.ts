import { Get } from '@nestjs/common';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { FileAnswer } from '../console/page.js';
import { csvOf, ToBuyPage } from './to-buy.page.js';
import { ToBuyQuery } from './to-buy.requests.js';
import { ToBuyService } from './to-buy.service.js';

/** What to buy, as a page and as a file. */
@ConsoleController('console/libraries/:websiteId')
@Allow('viewer', { library: 'path' })
export class ToBuyController {
  constructor(private readonly toBuy: ToBuyService) {}

  @Get('to-buy')
  async page(@PageFrame() frame: LibraryFrame, @QueryFields() wanted: ToBuyQuery): Promise<VNode> {
    const list = await this.toBuy.list(frame.library.websiteId, wanted);
    return ToBuyPage({ frame, list, wantedPage: wanted.page ?? 1 });
  }

  @Get('to-buy.csv')
  async file(@PageFrame() { library }: LibraryFrame, @QueryFields() wanted: ToBuyQuery): Promise<FileAnswer> {
    const list = await this.toBuy.list(library.websiteId, wanted);
    return new FileAnswer(`to-buy-${library.websiteId}.csv`, 'text/csv', csvOf(list));
  }
}
