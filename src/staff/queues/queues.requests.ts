import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { SIDES } from '../../circulation/reordered-holds.service.js';
import { MOVE_REASONS, type MoveReason } from '../../domain/holds/hold-trace.js';
import { FORMAT_CLASSES, type FormatClass } from '../../domain/lending-period.js';
import { MAX_ID } from '../../domain/numbers.js';
import { MAX_PICKUP_HOURS } from '../../domain/waits/policies/trial-limits.js';
import { MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../domain/titles/purchases.js';
import { parseTitleId, type TitleId } from '../../domain/titles/title-id.js';
import { IsReadable, IsText, IsTitleId, Label, readField } from '../../http/fields/validators.js';
import { isStorable } from '../../platform/database/storable-text.js';
import { IsLimit, IsOffset, Paging } from '../requests/paging.requests.js';
import { QUEUE_SORTS, type QueueCursor, type QueueSort, type WantedQueues } from './queue-list.store.js';

/** Longer than any title or name that is looked for. */
const MAX_TEXT_LENGTH = 500;

export class BuyingGoalQuery {
  /** Active holds for each copy; by default, what the library’s settings say, or 6. */
  @Label('Holds per copy, at most')
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_HOLDS_PER_COPY)
  targetRatio?: number;
  /** Days that a new hold is likely to wait; by default, what the library’s settings say, or no goal. */
  @Label('Days of likely wait, at most')
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_TARGET_WAIT_DAYS)
  targetWaitDays?: number;
}

/** Which queues are wanted: all that is given must be true of their titles. */
export class QueueListQuery extends BuyingGoalQuery {
  /** Any part of the title. */
  @IsOptional() @IsSearched('emma') title?: string;
  /** Words in the names of the creators, all of them. */
  @IsOptional() @IsSearched('jane austen') creator?: string;
  /** An ISBN or another identifier, with or without hyphens, or a reserveId or a crossRefId. */
  @IsOptional() @IsSearched('978-0-14-143947-1') identifier?: string;
  @IsOptional() @IsIn(FORMAT_CLASSES) formatClass?: FormatClass;
  /** The collection that has the title. */
  @IsOptional() @IsSearched('main') collectionId?: string;
  /** The longest first by default. */
  @IsOptional() @IsIn(QUEUE_SORTS) sort?: QueueSort;
}

function IsSearched(example: string): PropertyDecorator {
  const message = `text of up to ${MAX_TEXT_LENGTH} characters`;
  return IsReadable(parseSearched, { message, context: { example } });
}

function parseSearched(text: string): string | undefined {
  return text.length <= MAX_TEXT_LENGTH && isStorable(text) ? text : undefined;
}

/** A part of them: by number, or from where another part ends or begins. */
export class QueuesQuery extends QueueListQuery {
  /** How many to return; 50 by default. */
  @IsLimit() limit?: number;
  /** How many to skip. */
  @IsOffset() offset?: number;
  /** The `next` of the queues before these, in the same order. */
  @IsOptional() @IsText('-6~53be238e-d4d2-5efd-8241-c596634d055e') after?: string;
  /** The `previous` of the queues behind these. */
  @IsOptional() @IsText('-6~53be238e-d4d2-5efd-8241-c596634d055e') before?: string;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CURSORS: Readonly<Record<QueueSort, RegExp>> = {
  holds: new RegExp(`^(-?\\d{1,9})~(${UUID})$`),
  ratio: new RegExp(`^(-?\\d{1,16})~(${UUID})$`),
  wait: new RegExp(`^(-?\\d{1,9})~(${UUID})$`),
  title: new RegExp(`^(.*)~(${UUID})$`, 's'),
};

export function cursorOf(queue: QueueCursor | undefined): string | undefined {
  return queue && `${queue.sortKey}~${queue.reserveId}`;
}

/** Where the part is. A cursor of another order, or one typed by hand, leads to the beginning. */
export function cursorsIn({
  sort = 'holds',
  after = '',
  before = '',
}: QueuesQuery): Pick<WantedQueues, 'after' | 'before'> {
  const [from, until] = [after, before].map((text) => {
    const [, sortKey, reserveId] = CURSORS[sort].exec(text) ?? [];
    return sortKey === undefined || reserveId === undefined ? undefined : { sortKey, reserveId };
  });
  return { after: from, before: until };
}

export class QueueQuery extends BuyingGoalQuery {
  /** Only the holds behind this ticket. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) after?: number;
  /** Only the nearest holds before this ticket. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) before?: number;
}

const MAX_COPIES = 1_000_000;

export class CopiesRequest {
  @IsText('main') collectionId!: string;
  /** As it is, without copies of licences: if somebody has changed it meanwhile, nothing changes. */
  @IsInt({ context: { example: '1' } }) @Min(0) @Max(MAX_COPIES) ownedBefore!: number;
  /** As it is to be. */
  @IsInt({ context: { example: '1' } }) @Min(0) @Max(MAX_COPIES) owned!: number;
}

export class PickupHoursRequest {
  /** Absent: as long as the library’s rule says. */
  @Label('Hours for a pickup') @IsOptional() @IsInt() @Min(1) @Max(MAX_PICKUP_HOURS) pickupHours?: number;
}

export class TitleQueueQuery extends Paging {
  /** The library’s number. */
  @IsInt({ context: { example: '37' } }) @Min(1) @Max(MAX_ID) websiteId!: number;
}

/** A hold of the queue. */
export class HoldInLineRequest {
  /** Its ticket. */
  @Label('Hold')
  @IsInt({ context: { example: '7' } })
  @Min(1)
  @Max(MAX_ID)
  ticket!: number;
}

/** Where in line a hold is to stand. */
export class PlaceInLineRequest extends HoldInLineRequest {
  /** On which side of the other hold; `before` by default. */
  @IsOptional() @IsIn(SIDES) side?: (typeof SIDES)[number];
  /** The ticket of the other hold; by default, the first one that waits. */
  @Label('The other hold') @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) other?: number;
  @IsIn(MOVE_REASONS) reason!: MoveReason;
}

export class MoveRequest {
  @IsTitleId() to!: string;
}

export function titleIn({ to }: MoveRequest): TitleId {
  return readField(parseTitleId, to);
}
