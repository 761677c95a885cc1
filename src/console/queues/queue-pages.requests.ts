import { MAX_ID } from '../../domain/numbers.js';
import { MAX_HOLDS_PER_COPY } from '../../domain/titles/purchases.js';
import { Field, RequiredField } from '../../http/fields/field.decorator.js';
import { freeText, oneOf, wholeNumber } from '../../http/fields/field-rules.js';
import { QUEUE_SORTS, type QueueCursor, type QueueSort } from './queue-list.store.js';

const MAX_COPIES = 1_000_000;
const holdsPerCopy = wholeNumber(1, MAX_HOLDS_PER_COPY);

export class QueueListQuery {
  @Field(oneOf(QUEUE_SORTS)) sort?: QueueSort;
  @Field(freeText('pooh')) title?: string;
  @Field(holdsPerCopy) targetRatio?: number;
  /** The last queue of the page before. */
  @Field(freeText('-10~dd88f560-6153-5bd3-8c24-edd85e621919')) after?: string;
  /** The first queue of the page after. */
  @Field(freeText('-10~dd88f560-6153-5bd3-8c24-edd85e621919')) before?: string;
}

export class QueueQuery {
  @Field(holdsPerCopy) targetRatio?: number;
  /** The last ticket of the part of the queue before. */
  @Field(wholeNumber(1, MAX_ID)) after?: number;
  /** The first ticket of the part of the queue after. */
  @Field(wholeNumber(1, MAX_ID)) before?: number;
}

export class BuyForm {
  @RequiredField(freeText('main')) collectionId!: string;
  @RequiredField(wholeNumber(0, MAX_COPIES)) ownedBefore!: number;
  @RequiredField(wholeNumber(0, MAX_COPIES)) owned!: number;
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
