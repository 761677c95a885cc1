import { Injectable } from '@nestjs/common';
import { lockQueues } from '../../../circulation/locks.store.js';
import { QueueService } from '../../../circulation/queue.service.js';
import { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import { lockLibraries } from '../../engine/libraries.store.js';
import { identifier, OneByOneKind, type Outcome, type RecordIdentifiers } from '../../engine/record-kind.js';
import { unknownLibrary, unknownTitle } from '../../engine/rejection-messages.js';
import { type WithdrawalKey, type WithdrawalRecord, withdrawalSchemas } from './withdrawal.schema.js';
import { isTitle, withdrawCopies } from './withdrawal.store.js';

@Injectable()
export class WithdrawalKind extends OneByOneKind<WithdrawalRecord, WithdrawalKey> {
  readonly name = 'withdrawal';
  readonly schemas = withdrawalSchemas;
  override readonly affectsQueues = true;

  constructor(
    database: Database,
    private readonly queues: QueueService,
  ) {
    super(database);
  }

  identifiersOf({ websiteId, reserveId }: WithdrawalRecord): RecordIdentifiers {
    return {
      own: [identifier('withdrawal', websiteId, reserveId)],
      referenced: [identifier('library', websiteId), identifier('title', reserveId)],
    };
  }

  applyOne(withdrawal: WithdrawalRecord): Promise<Outcome> {
    return this.database.transaction((connection) => this.withdraw(connection, withdrawal));
  }

  remove(): Promise<Outcome> {
    return Promise.resolve(
      'a withdrawal cannot be deleted: send a copies record when the library has the title again',
    );
  }

  /** Ends all holds on the title in this library, and takes away the copies that are not on loan. The others go as they come back. */
  private async withdraw(
    connection: Connection,
    { websiteId, reserveId, reason }: WithdrawalRecord,
  ): Promise<Outcome> {
    const libraries = await lockLibraries(connection, [websiteId]);
    if (!libraries.has(websiteId)) return unknownLibrary(websiteId);
    if (!(await isTitle(connection, reserveId))) return unknownTitle(reserveId);
    const queue = { websiteId, reserveId };
    await lockQueues(connection, [queue]);
    await this.queues.endAllHolds(connection, queue, { reason: 'title-withdrawn', because: reason });
    await withdrawCopies(connection, queue);
    return undefined;
  }
}
