import { Injectable } from '@nestjs/common';
import { CheckoutsService } from '../../../checkouts/checkouts.service.js';
import {
  type BorrowedTitle,
  findCheckout,
  openCheckout,
  readLoan,
} from '../../../checkouts/checkouts.store.js';
import { lendOneOf } from '../../../circulation/alternatives/alternatives.js';
import { findAlternatives } from '../../../circulation/alternatives/alternatives.store.js';
import { lockPatrons, lockQueues } from '../../../circulation/locks.store.js';
import { QueueService } from '../../../circulation/queue.service.js';
import { copyToLend, type CopyToLend, formatToLockIn } from '../../../domain/checkout.js';
import { Refusal, refusal } from '../../../domain/errors.js';
import { daysAfter } from '../../../domain/holds/suspension.js';
import type { PatronKey } from '../../../domain/patron.js';
import { readServiceTime } from '../../../platform/database/clock.store.js';
import { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import { explainNotFound, PatronAndTitleKind, queuesOf, titleOf } from '../../naming/patron-and-title.js';
import { applyInOrder, type Outcome } from '../../engine/record-kind.js';
import { refusalFrom } from '../../engine/refusals.js';
import {
  type CheckoutKey,
  type CheckoutRecord,
  checkoutSchemas,
  type NamedCheckoutKey,
  type NamedCheckoutRecord,
} from './checkout.schema.js';
import { changeLoan } from './checkout.store.js';

/** Longer than any loan that the service makes. */
const MAX_DAYS_LEFT = 365;

/** Loans from another system. They use free copies, and no limit of the patron refuses them. */
@Injectable()
export class CheckoutKind extends PatronAndTitleKind<NamedCheckoutRecord, NamedCheckoutKey> {
  readonly name = 'checkout';
  readonly schemas = checkoutSchemas;

  constructor(
    database: Database,
    queues: QueueService,
    private readonly checkouts: CheckoutsService,
  ) {
    super(database, queues);
  }

  protected async applyPart(records: readonly CheckoutRecord[]): Promise<Outcome[]> {
    const refusals = await this.database.transaction((connection) => this.lendAll(connection, records));
    return applyInOrder([...records.entries()], async ([index, record]) => {
      const refused = refusals[index];
      return refused?.code === 'TitleNotInCollection'
        ? explainNotFound(this.database, record)
        : refused?.message;
    });
  }

  /** @returns for each record the refusal, or undefined if the loan is stored */
  private async lendAll(
    connection: Connection,
    records: readonly CheckoutRecord[],
  ): Promise<(Refusal | undefined)[]> {
    await lockPatrons(connection, records);
    const alternatives = await findAlternatives(connection, records);
    const all = [...records, ...alternatives];
    await lockQueues(connection, all);
    for (const queue of queuesOf(all)) await this.queues.applyIfDue(connection, queue);
    const now = await readServiceTime(connection);
    const refusals: (Refusal | undefined)[] = [];
    for (const record of records)
      refusals.push(
        await refusalFrom(async () => {
          permitTimes(record, now);
          const loan = await findCheckout(connection, record, titleOf(record));
          await (loan === undefined
            ? this.lend(connection, record, alternatives)
            : change(connection, record, loan));
        }),
      );
    return refusals;
  }

  /** @throws Refusal before it writes anything */
  private async lend(
    connection: Connection,
    record: CheckoutRecord,
    alternatives: Awaited<ReturnType<typeof findAlternatives>>,
  ): Promise<void> {
    const { websiteId, reserveId, checkoutDate, expires, formatType } = record;
    const queue = { websiteId, reserveId };
    const [{ hold }, facts] = await Promise.all([
      this.queues.ownHold(connection, record, queue),
      readLoan(connection, record, queue),
    ]);
    if (facts === undefined) throw refusal('TitleNotInCollection');
    const copy = copyFor(record, { ...facts, hold, checkoutLimit: Infinity, luckyLoanLimit: null });
    const others = alternatives.filter((each) => isSamePatron(each, record));
    await lendOneOf(connection, this.queues, record, { queue, others }, { hold, copy });
    await openCheckout(connection, record, queue, {
      copy,
      hasTerms: facts.hasTerms,
      checkedOutAt: checkoutDate,
      expiresAt: expires,
      formatType: formatToLockIn(formatType ?? undefined, facts),
    });
  }

  protected async removeNumbered(key: CheckoutKey): Promise<Outcome> {
    const refused = await refusalFrom(() => this.checkouts.return(key, titleOf(key)));
    return refused?.code === 'PatronDoesntHaveTitleCheckedOut' ? undefined : refused?.message;
  }
}

function isSamePatron(one: PatronKey, other: PatronKey): boolean {
  return one.websiteId === other.websiteId && one.patronId === other.patronId;
}

/** @throws Refusal `InvalidFieldValue` */
function permitTimes({ expires, checkoutDate }: CheckoutRecord, now: Date): void {
  const invalid = (message: string): Refusal => new Refusal('InvalidFieldValue', message);
  if (expires <= now) throw invalid('expires must be in the future');
  if (expires > daysAfter(now, MAX_DAYS_LEFT))
    throw invalid(`expires must be at most ${MAX_DAYS_LEFT} days from now`);
  if (checkoutDate !== null && checkoutDate > now) throw invalid('checkoutDate must not be in the future');
}

/** @throws Refusal `TitleNotInCollection`, `NoCopiesAvailable` */
function copyFor(
  { reserveId, called = `title ${reserveId}` }: CheckoutRecord,
  facts: Parameters<typeof copyToLend>[0],
): CopyToLend {
  try {
    return copyToLend(facts);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NoCopiesAvailable') throw error;
    throw new Refusal(
      'NoCopiesAvailable',
      `${called} has no free copy for the patron: raise copiesOwned of its copies first`,
    );
  }
}

/** Keeps the values that the record leaves out. */
async function change(connection: Connection, record: CheckoutRecord, loan: BorrowedTitle): Promise<void> {
  const wanted = {
    expiresAt: record.expires,
    checkedOutAt: record.checkoutDate ?? loan.checkedOutAt,
    formatType: formatToLockIn(record.formatType ?? undefined, loan) ?? loan.formatType,
  };
  const isStored =
    wanted.expiresAt.getTime() === loan.expiresAt.getTime() &&
    wanted.checkedOutAt.getTime() === loan.checkedOutAt.getTime() &&
    wanted.formatType === loan.formatType;
  if (!isStored) await changeLoan(connection, record, wanted);
}
