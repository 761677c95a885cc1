import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_ID } from '../../domain/numbers.js';
import { MAX_HOLDS_PER_COPY } from '../../domain/titles/purchases.js';
import { IsText } from '../../http/fields/validators.js';
import { QueueFiltersQuery } from './queues.requests.js';
import { QUEUE_SORTS, type QueueCursor, type QueueFilters, type QueueSort } from './queue-list.store.js';

const MAX_COPIES = 1_000_000;

export class QueueListQuery extends QueueFiltersQuery {
  @IsOptional() @IsIn(QUEUE_SORTS) sort?: QueueSort;
  @IsOptional() @IsInt() @Min(1) @Max(MAX_HOLDS_PER_COPY) targetRatio?: number;
  /** The last queue of the page before. */
  @IsOptional() @IsText() after?: string;
  /** The first queue of the page after. */
  @IsOptional() @IsText() before?: string;
}

export function filtersIn(query: QueueListQuery): QueueFilters {
  const { title, creator, identifier, formatClass, collectionId } = query;
  return { title, creator, identifier, formatClass, collectionId };
}

export class QueueQuery {
  @IsOptional() @IsInt() @Min(1) @Max(MAX_HOLDS_PER_COPY) targetRatio?: number;
  /** The last ticket of the part of the queue before. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) after?: number;
  /** The first ticket of the part of the queue after. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) before?: number;
}

export class BuyForm {
  @IsText() collectionId!: string;
  @IsInt() @Min(0) @Max(MAX_COPIES) ownedBefore!: number;
  @IsInt() @Min(0) @Max(MAX_COPIES) owned!: number;
}

export function cursorOf({ sortKey, reserveId }: { sortKey: string; reserveId: string }): string {
  return `${sortKey}~${reserveId}`;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CURSORS: Readonly<Record<QueueSort, RegExp>> = {
  holds: new RegExp(`^(-?\\d{1,9})~(${UUID})$`),
  ratio: new RegExp(`^(-?\\d{1,16})~(${UUID})$`),
  wait: new RegExp(`^(-?\\d{1,9})~(${UUID})$`),
  title: new RegExp(`^(.*)~(${UUID})$`, 's'),
};

/** Where a page continues. A cursor of another order, or one typed by hand, leads to the first page. */
export function readCursor(sort: QueueSort, text: string | undefined): QueueCursor | undefined {
  const [, sortKey, reserveId] = CURSORS[sort].exec(text ?? '') ?? [];
  return sortKey === undefined || reserveId === undefined ? undefined : { sortKey, reserveId };
}
