import { randomUUID } from 'node:crypto';
import type { CopyToLend } from '../../domain/checkout.js';
import { type Refusal, refusedField } from '../../domain/errors.js';
import type { Hold } from '../../domain/holds/hold.js';
import { type PatronKey, requireGoodStanding } from '../../domain/patron.js';
import { names, type TitleId } from '../../domain/titles/title-id.js';
import { LockedTooFew } from '../../platform/database/failures.js';
import type { Connection } from '../../platform/database/statement.js';
import type { QueueConnection, QueueService } from '../queue.service.js';
import { lockPatronAndQueues, type NamedQueue, type Queue } from '../queue.store.js';
import * as store from './alternatives.store.js';

/** How many holds may be alternatives to each other: the formats and editions of a work that a patron can use are few. */
export const MAX_ALTERNATIVES = 4;

/**
 * Holds of a patron who wants only one of their titles, whichever comes first (decision 6). While one is ready, the others are held back like
 * those that the patron's pace holds back; when one is borrowed, the others end.
 */

/** The queue of a title, and others that are locked with it. */
export interface LockedQueues<Locked extends Queue = Queue> {
  readonly queue: Locked;
  readonly others: readonly Queue[];
}

/**
 * Locks the patron, then the title's queue with those of the alternatives to the patron's hold on it, and more.
 * @param more other titles by their reserveIds; those that the library does not have are left out
 * @returns undefined when the library does not have the title
 * @throws Refusal `PatronBlocked`, `PatronExpired`
 */
export async function lockSeveral(
  connection: Connection,
  patron: PatronKey,
  title: TitleId,
  more: readonly string[] = [],
): Promise<LockedQueues<NamedQueue> | undefined> {
  const locked = await lockPatronAndQueues(connection, patron, title, more);
  const queue = locked.find((each) => names(title, each));
  if (queue === undefined) return undefined;
  requireGoodStanding(queue);
  return { queue, others: locked.filter((each) => each !== queue) };
}

/** The hold to which another one becomes an alternative, in its locked queue. */
export interface Alternative {
  readonly queue: Queue;
  readonly hold: Hold;
}

/**
 * The patron's hold that `alternativeTo` names, after its queue was brought up to date.
 * @param locked the queue of the hold that becomes an alternative, and those locked with it
 * @param wanted the other hold, and that hold's present alternatives
 * @throws Refusal `InvalidFieldValue` when the patron has no such hold, or it has as many alternatives as there may be
 */
export async function readAlternative(
  connection: QueueConnection,
  queues: QueueService,
  patron: PatronKey,
  { queue: { reserveId }, others: locked }: LockedQueues,
  {
    alternativeTo,
    alternativesId: present,
  }: { readonly alternativeTo: string } & Pick<Hold, 'alternativesId'>,
): Promise<Alternative> {
  const queue = locked.find((each) => each.reserveId === alternativeTo && alternativeTo !== reserveId);
  if (queue === undefined) throw noSuchHold();
  const { hold } = await queues.readUpToDate(connection, queue, () =>
    queues.ownHold(connection, patron, queue),
  );
  if (hold === undefined) throw noSuchHold();
  const { alternativesId } = hold;
  if (alternativesId !== undefined && alternativesId !== present) {
    const others = await store.findQueuesOfAlternatives(connection, patron, alternativesId);
    if (others.length >= MAX_ALTERNATIVES)
      throw refusedField(
        'alternativeTo',
        `has ${MAX_ALTERNATIVES - 1} alternatives already, which is the limit.`,
      );
  }
  return { queue, hold };
}

function noSuchHold(): Refusal {
  return refusedField('alternativeTo', 'must name the title of another hold of the patron.');
}

/** Makes the patron's hold in a locked queue an alternative to the other one, and to all of its alternatives. */
export async function join(
  connection: Connection,
  patron: PatronKey,
  queue: Queue,
  { queue: other, hold }: Alternative,
): Promise<void> {
  await store.joinAlternatives(connection, patron, hold.alternativesId ?? randomUUID(), [queue, other]);
}

/**
 * Puts a copy on loan, and ends the patron's hold on its title with the alternatives to it.
 * @param locked brought up to date: the title's queue, and those of the alternatives
 * @throws LockedTooFew
 */
export async function lendOneOf(
  connection: Connection,
  queues: QueueService,
  patron: PatronKey,
  { queue, others }: LockedQueues,
  { hold, copy }: { readonly hold: Hold | undefined; readonly copy: CopyToLend },
): Promise<void> {
  const { alternativesId } = hold ?? {};
  const ended =
    alternativesId === undefined
      ? []
      : await store.findQueuesOfAlternatives(connection, patron, alternativesId);
  for (const { reserveId } of ended) {
    if (reserveId === queue.reserveId) continue;
    const other = others.find((each) => each.reserveId === reserveId);
    if (other === undefined) throw new LockedTooFew();
    await queues.endHoldOf(connection, patron, other, { reason: 'alternative-borrowed' });
  }
  await queues.lend(connection, queue, hold, copy);
}
