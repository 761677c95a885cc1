import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { Request } from 'express';
import { Refusal, refusedField } from '../../domain/errors.js';
import { ENTRY_KINDS, type EntryKind } from '../../domain/library-calendar.js';
import type { BodyDescription } from '../../http/openapi/operation.decorator.js';
import type { ImportManner } from '../../records/engine/import-runs.store.js';
import { WHOLE_LIST_NAMES, type WholeListName } from '../../records/engine/whole-list.js';
import { isText } from '../../http/fields/request-body.js';

/** What an import does with what is sent. */
export class ImportQuery {
  /** True: nothing is applied; the answer says what would be. */
  @IsOptional() @IsBoolean() dryRun?: boolean;
  /** What is sent is the whole list of the library’s patrons, copies or licences: those it does not name expire, are 0, or end. */
  @IsOptional() @IsIn(WHOLE_LIST_NAMES) full?: WholeListName;
  /** True: also if more than a fifth of them are not named, or most patrons of a CSV file would be blocked, expired, or have the same PIN. */
  @IsOptional() @IsBoolean() force?: boolean;
  /** Required of a calendar, which is sent as `text/calendar`: what its days are. */
  @IsOptional() @IsIn(ENTRY_KINDS) days?: EntryKind;
}

export function mannerOf({ dryRun = false, full, force = false }: ImportQuery): ImportManner {
  return { dryRun, wholeList: full ?? null, isForced: force };
}

const NDJSON = 'application/x-ndjson';

const EXAMPLES = [
  { record: 'library', websiteId: 37, name: 'Harbour Public Library' },
  { record: 'collection', websiteId: 37, collectionId: 'main', name: 'Main Collection' },
];

export const RECORDS_BODY: BodyDescription = {
  mediaType: NDJSON,
  schema: { type: 'string', description: 'One JSON object per line, with its kind as `record`.' },
  example: EXAMPLES.map((record) => `${JSON.stringify(record)}\n`).join(''),
};

/**
 * What the days of an iCalendar file are; undefined: the body is none.
 * @throws Refusal `MissingField`: the file itself does not tell
 */
export function calendarIn(request: Request, { days }: ImportQuery): EntryKind | undefined {
  if (!isText(request, /^text\/calendar$/)) return undefined;
  if (days === undefined)
    throw refusedField('days', `is missing: it must be ${ENTRY_KINDS.join(' or ')}.`, 'MissingField');
  return days;
}

/** @throws Refusal `UnsupportedMediaType` unless the body is newline-delimited JSON */
export function recordsIn(request: Request): AsyncIterable<Buffer> {
  if (!isText(request, /^application\/x-ndjson$/))
    throw new Refusal(
      'UnsupportedMediaType',
      `The body must be sent as ${NDJSON} in UTF-8, without a content encoding: one JSON record per line.`,
    );
  return wholeBody(request);
}

/**
 * A caller that stops reading early leaves the request as it is: a destroyed one could not be answered.
 * @throws Refusal `InvalidRequestBody` if the client disconnects early, which is not an internal error
 */
export async function* wholeBody(request: Request): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    throw new Refusal('InvalidRequestBody', 'The body ended before it was complete.');
  }
}
