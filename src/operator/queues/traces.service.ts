import { Injectable } from '@nestjs/common';
import { findPatron } from '../../access/tokens/tokens.store.js';
import { changeQueue } from '../../circulation/queue-transaction.js';
import { QueueService } from '../../circulation/queue.service.js';
import { refusal } from '../../domain/errors.js';
import { isComplete, type TracedEvent, traceOf } from '../../domain/hold-trace.js';
import type { TitleId } from '../../domain/title-id.js';
import { Database } from '../../platform/database/database.js';
import { findLaterHandOvers, findTrace } from './traces.store.js';

export interface HoldTrace {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly placedAt: Date;
  readonly isComplete: boolean;
  readonly events: readonly TracedEvent[];
}

/** What happened to a live hold, for library staff (decision 58). */
@Injectable()
export class TracesService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {}

  /**
   * What time has ended is written down first, so that the trace has it.
   * @throws Refusal `NotFound` without such a patron, `PatronDoesntHaveTitleOnHold`
   */
  async find(patronId: number, title: TitleId): Promise<HoldTrace> {
    const patron = await findPatron(this.database, patronId);
    if (patron === undefined) throw refusal('NotFound');
    return changeQueue(this.database, async (transaction) => {
      const { queue } = await this.queues.lockHold(transaction, patron, title);
      const stored = await findTrace(transaction, patron, queue);
      if (stored === undefined) throw refusal('PatronDoesntHaveTitleOnHold');
      const handOvers = await findLaterHandOvers(transaction, patron, queue);
      return {
        reserveId: queue.reserveId,
        crossRefId: queue.crossRefId,
        placedAt: stored.placedAt,
        isComplete: isComplete(stored.events),
        events: traceOf(stored.events, handOvers),
      };
    });
  }
}
