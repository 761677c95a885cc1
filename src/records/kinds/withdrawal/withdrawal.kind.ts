import { Injectable } from '@nestjs/common';
import { lockQueues } from '../../../circulation/locks.store.js';
import type { Connection } from '../../../platform/database/statement.js';
import { lockLibraries } from '../../engine/libraries.store.js';
import { applyInOrder, identifier, type Outcome, type RecordIdentifiers } from '../../engine/record-kind.js';
import { unknownLibrary, unknownTitle } from '../../engine/rejection-messages.js';
import { titleIdentifier } from '../../naming/named-title.js';
import { OfTitleKind } from '../../naming/of-title.kind.js';
import {
  type NamedWithdrawalKey,
  type NamedWithdrawalRecord,
  type WithdrawalRecord,
  withdrawalSchemas,
} from './withdrawal.schema.js';
import { isTitle, withdrawCopies } from './withdrawal.store.js';

@Injectable()
export class WithdrawalKind extends OfTitleKind<NamedWithdrawalRecord, NamedWithdrawalKey> {
  readonly name = 'withdrawal';
  readonly schemas = withdrawalSchemas;

  identifiersOf(record: NamedWithdrawalRecord): RecordIdentifiers {
    const { websiteId } = record;
    const title = titleIdentifier(record);
    return {
      own: [identifier('withdrawal', websiteId, title)],
      referenced: [identifier('library', websiteId), title],
    };
  }

  protected applyTitled(withdrawals: readonly WithdrawalRecord[]): Promise<Outcome[]> {
    return applyInOrder(withdrawals, (withdrawal) =>
      this.database.transaction((connection) => this.withdraw(connection, withdrawal)),
    );
  }

  protected removeTitled(): Promise<Outcome> {
    return Promise.resolve(
      'a withdrawal cannot be deleted: send a copies record when the library has the title again',
    );
  }

  /**
   * Ends all holds on the title in this library, and removes the copies that are not on loan. Lent copies are removed when they come back.
   */
  private async withdraw(connection: Connection, withdrawal: WithdrawalRecord): Promise<Outcome> {
    const { websiteId, reserveId, reason } = withdrawal;
    const libraries = await lockLibraries(connection, [websiteId]);
    if (!libraries.has(websiteId)) return unknownLibrary(websiteId);
    if (!(await isTitle(connection, reserveId))) return unknownTitle(withdrawal);
    const queue = { websiteId, reserveId };
    await lockQueues(connection, [queue]);
    await this.queues.endAllHolds(connection, queue, { reason: 'title-withdrawn', because: reason });
    await withdrawCopies(connection, queue);
    return undefined;
  }
}
