import { Injectable } from '@nestjs/common';
import { type MoveResult, MovedHolds } from '../../circulation/moved-holds.service.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { notAllowed } from '../../http/fields/request-class.js';
import { Database } from '../../platform/database/database.js';
import { recordAction } from '../actions/action-log.store.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { QueuesService } from './queues.service.js';
import { findQueue } from './queues.store.js';

/** The holds on a title go to another: a new edition, or the one of two records that is right. */
@Injectable()
export class QueueMovesService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueuesService,
    private readonly movedHolds: MovedHolds,
  ) {}

  /** @throws Refusal `NotFound`; `InvalidFieldValue` unless the library has the other title */
  async move(
    { websiteId, title }: { readonly websiteId: number; readonly title: TitleId },
    to: TitleId,
    staff: StaffPrincipal,
  ): Promise<MoveResult> {
    const { reserveId: from } = await this.queues.named(title, websiteId);
    const other = await findQueue(this.database, websiteId, to);
    if (other === undefined || other.reserveId === from)
      throw notAllowed('to', "another title of the library's");
    await recordAction(this.database, { staff, action: 'holds-moved', websiteId, reserveId: from });
    return this.movedHolds.move({ websiteId, from, to: other.reserveId });
  }
}
