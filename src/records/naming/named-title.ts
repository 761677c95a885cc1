import { hash } from 'node:crypto';
import * as z from 'zod';
import { isbn13In } from '../../domain/normalized-identifier.js';
import { MAX_EXTERNAL_ID_LENGTH } from '../../domain/patron.js';
import { identifier } from '../engine/record-kind.js';
import * as is from '../engine/schema-rules.js';

/** The namespace of the GUIDs that are made here (RFC 9562, 5.5). It must never change: equal names must give equal GUIDs. */
const NAMESPACE = '9f8e1c52-3b1d-4a57-8f0e-6a1d2c7b4e90';

const isbnRule = is.mustBe('an ISBN');

/** Returned with 13 digits. */
const isbn: z.ZodType<string> = z.string(isbnRule).transform((value, context) => {
  const found = isbn13In(value);
  if (found !== undefined) return found;
  context.addIssue({ code: 'custom', message: isbnRule.error({ input: value }) });
  return z.NEVER;
});

/** A record names a title by its GUID, or else by its number at a source of titles, or by its ISBN. */
export interface TitleName {
  readonly reserveId?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly source?: string | null | undefined;
  readonly isbn?: string | null | undefined;
}

const titleNumber = is.keptIfAbsent(is.text(MAX_EXTERNAL_ID_LENGTH));

/** For records that name no patron. */
export const titleNames = {
  reserveId: is.keptIfAbsent(is.reserveId),
  externalId: titleNumber,
  source: is.keptIfAbsent(is.key),
  isbn: is.keptIfAbsent(isbn),
};

/** For records whose `externalId` names a patron. */
export const titleNamesBesidePatron = {
  reserveId: titleNames.reserveId,
  titleExternalId: titleNumber,
  source: titleNames.source,
  isbn: titleNames.isbn,
};

/** A title named by its GUID or, if stored titles must be searched, by an ISBN of 13 digits. */
export interface NamedTitle {
  readonly reserveId?: string | undefined;
  readonly isbn?: string | undefined;
  /** The name in the record, if the GUID is made from it. */
  readonly called?: string;
}

/** For records of titles. A title that only has an ISBN gets a GUID made from it. */
export function withReserveId<Named extends TitleName>(
  { reserveId, externalId, source, isbn: isbn13, ...rest }: Named,
  context: z.core.$RefinementCtx,
): Omit<Named, keyof TitleName> & { readonly reserveId: string } {
  const guid = reserveId ?? guidOf(source, externalId) ?? guidOf('isbn', isbn13);
  return guid === undefined ? withoutName(context) : { ...rest, reserveId: guid };
}

/** For records that refer to a title: replaces all its names with the decisive one. */
export function withTitle<Named extends TitleName>(
  { reserveId, externalId, source, isbn: isbn13, ...rest }: Named,
  context: z.core.$RefinementCtx,
): Omit<Named, keyof TitleName> & NamedTitle {
  if (reserveId != null) return { ...rest, reserveId };
  const guid = guidOf(source, externalId);
  if (guid !== undefined)
    return { ...rest, reserveId: guid, called: `externalId ${JSON.stringify(externalId)} of ${source}` };
  return isbn13 == null ? withoutName(context) : { ...rest, isbn: isbn13 };
}

function withoutName(context: z.core.$RefinementCtx): never {
  const message = 'is missing, and so are externalId with source, and isbn: one of them must name the title';
  context.addIssue({ code: 'custom', path: ['reserveId'], message });
  return z.NEVER;
}

export function titleIdentifier({ reserveId, isbn: isbn13 }: NamedTitle): string {
  return reserveId === undefined ? identifier('isbn', String(isbn13)) : identifier('title', reserveId);
}

/** Neither part has a control character, so no other pair makes the same name. */
export function guidOf(
  source: string | null | undefined,
  value: string | null | undefined,
): string | undefined {
  return source == null || value == null ? undefined : guidOfName(`${source}\n${value}`);
}

/** A version 5 UUID. */
function guidOfName(name: string): string {
  const namespace = Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex');
  const bytes = hash('sha1', Buffer.concat([namespace, Buffer.from(name)]), 'buffer').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
