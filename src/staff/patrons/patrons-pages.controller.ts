import { Get, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import { Fields } from '../../http/fields/fields.decorators.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { FormOn } from '../console/face.interceptor.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { Allow } from '../permissions/allow.decorator.js';
import { MergePage } from './merge.page.js';
import { PatronSearchRequest } from './patron-administration.requests.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { PatronLookUpService } from './patron-look-up.service.js';
import { PatronsController } from './patrons.controller.js';
import { PatronSearchPage } from './search.page.js';
import { Served, type ServedPatron } from './served-patron.decorator.js';

/** What the console asks before staff find a patron, or merge two cards. */
@ConsoleController('console/libraries/:websiteId/patrons')
export class PatronPagesController {
  constructor(
    private readonly patrons: PatronAdministrationService,
    private readonly lookUps: PatronLookUpService,
  ) {}

  @Get()
  @Allow('desk', { library: 'path' })
  form(@PageFrame() frame: LibraryFrame): VNode {
    return PatronSearchPage({ frame });
  }

  /** A POST: card numbers stay out of addresses. */
  @Post(':patronId/merge/question')
  @Allow('admin', { library: 'path' })
  @FormOn([PatronsController, 'overview'])
  async askToMerge(
    @PageFrame() frame: LibraryFrame,
    @Served() { patron }: ServedPatron,
    @Fields() { cardNumber }: PatronSearchRequest,
  ): Promise<VNode> {
    const into = await this.lookUps.findOtherByCard(patron, cardNumber);
    const [from, kept] = [await this.patrons.overview(patron), await this.patrons.overview(into)];
    return MergePage({ frame, from, into: kept });
  }
}
