import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { FORMAT_CLASSES, type FormatClass } from '../../domain/lending-period.js';
import { MAX_ID } from '../../domain/numbers.js';
import { MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../domain/titles/purchases.js';
import { parseTitleId, type TitleId } from '../../domain/titles/title-id.js';
import { IsReadable, IsTitleId, readField } from '../../http/fields/validators.js';
import { isStorable } from '../../platform/database/storable-text.js';
import { IsLimit, IsOffset, Paging } from '../requests/paging.requests.js';

/** Longer than any title or name that is looked for. */
const MAX_TEXT_LENGTH = 500;

/** Which queues are wanted: all that is given must be true of their titles. */
export class QueueFiltersQuery {
  /** Any part of the title. */
  @IsOptional() @IsSearched('emma') title?: string;
  /** Words in the names of the creators, all of them. */
  @IsOptional() @IsSearched('jane austen') creator?: string;
  /** An ISBN or another identifier, with or without hyphens, or a reserveId or a crossRefId. */
  @IsOptional() @IsSearched('978-0-14-143947-1') identifier?: string;
  @IsOptional() @IsIn(FORMAT_CLASSES) formatClass?: FormatClass;
  /** The collection that has the title. */
  @IsOptional() @IsSearched('main') collectionId?: string;
}

function IsSearched(example: string): PropertyDecorator {
  const message = `text of up to ${MAX_TEXT_LENGTH} characters`;
  return IsReadable(parseSearched, { message, context: { example } });
}

function parseSearched(text: string): string | undefined {
  return text.length <= MAX_TEXT_LENGTH && isStorable(text) ? text : undefined;
}

export class QueuesQuery extends QueueFiltersQuery {
  /** How many to return; 50 by default. */
  @IsLimit() limit?: number;
  /** How many to skip. */
  @IsOffset() offset?: number;
  /** Holds for each copy that the library wants to stay within. By default, what its settings say, or 6. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_HOLDS_PER_COPY) targetRatio?: number;
  /**
   * Days that a new hold is likely to wait at most, as the library wants it. By default, what its settings say,
   * or no goal.
   */
  @IsOptional()
  @IsInt({ context: { example: '30' } })
  @Min(1)
  @Max(MAX_TARGET_WAIT_DAYS)
  targetWaitDays?: number;
}

export class TitleQueueQuery extends Paging {
  /** The library’s number. */
  @IsInt({ context: { example: '37' } }) @Min(1) @Max(MAX_ID) websiteId!: number;
}

export class MoveRequest {
  @IsTitleId() to!: string;
}

export function titleIn({ to }: MoveRequest): TitleId {
  return readField(parseTitleId, to);
}
