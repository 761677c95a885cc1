import type * as z from 'zod';
import { identifier, type Reason } from '../engine/record-kind.js';
import { MAX_EXTERNAL_ID_LENGTH } from '../../domain/patron.js';
import * as is from '../engine/schema-rules.js';

/** A record names a patron by the service's number, or else by the library's own. */
export interface PatronName {
  readonly patronId?: number | null | undefined;
  readonly externalId?: string | null | undefined;
}

export const patronNames = {
  patronId: is.keptIfAbsent(is.id),
  externalId: is.keptIfAbsent(is.text(MAX_EXTERNAL_ID_LENGTH)),
};

export function requirePatronName(
  { patronId, externalId }: PatronName,
  context: z.core.$RefinementCtx,
): void {
  if (patronId != null || externalId != null) return;
  const message = 'is missing, and so is externalId: one of them must name the patron';
  context.addIssue({ code: 'custom', path: ['patronId'], message });
}

/** One identifier for each name in the record. */
export function patronIdentifiers(
  websiteId: number | undefined,
  { patronId, externalId }: PatronName,
): string[] {
  const own = patronId == null ? [] : [identifier('patron', patronId)];
  const librarys =
    externalId == null || websiteId === undefined ? [] : [identifier('externalId', websiteId, externalId)];
  return [...own, ...librarys];
}

/** The library's own number of the patron, or else the service's, for messages. */
export function patronInWords({ patronId, externalId }: PatronName): string {
  return externalId == null
    ? `patron ${patronId}`
    : `the patron with externalId ${JSON.stringify(externalId)}`;
}

/** Rejects a record because of its patron. */
export function aboutPatron({ patronId, externalId }: PatronName, problem: string): Reason {
  const [member, name] =
    patronId == null ? ['externalId', JSON.stringify(externalId)] : ['patronId', String(patronId)];
  return { message: `${member} ${name} ${problem}`, kept: `${member} ${problem}` };
}
