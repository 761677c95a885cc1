import { IsInt, Max, Min } from 'class-validator';
import { MAX_ID } from '../../domain/numbers.js';
import { MAX_BLOCK_REASON_LENGTH } from '../../domain/patron.js';
import { IsReadable, IsText, Label, readField } from '../../http/fields/validators.js';
import { text } from '../../records/engine/schema-rules.js';
import { MIN_BEGINNING_LENGTH } from './patron-lookup.store.js';

export class PatronSearchRequest {
  @IsText('28000000001001') cardNumber!: string;
}

const MAX_TEXT_LENGTH = 254;

export class PatronLookUpRequest {
  /**
   * A card number or the e-mail address of the last hold, of either also the first three characters or more; or
   * a patron’s number, or the library’s own number of the patron.
   */
  @Label(
    'Card number, patron number, library’s number or e-mail address',
    `Of a card or an address, ${MIN_BEGINNING_LENGTH} characters from its beginning are enough. The address is that of the patron’s last hold. The log of actions has who was found.`,
  )
  @IsReadable(parseWanted, {
    message: `text of 1 to ${MAX_TEXT_LENGTH} characters`,
    context: { example: 'ann@example' },
  })
  text!: string;
}

/** At most as long as an e-mail address may be. */
function parseWanted(text: string): string | undefined {
  const wanted = text.trim();
  return wanted !== '' && wanted.length <= MAX_TEXT_LENGTH ? wanted : undefined;
}

export function wantedIn({ text }: PatronLookUpRequest): string {
  return readField(parseWanted, text);
}

export class PatronCategoryRequest {
  @IsText('adult') category!: string;
}

export class BlockRequest {
  /** Why; the patron may read it. */
  @Label(
    'Reason',
    'The patron reads it, and can only read, remove holds and return titles. Holds keep their places. Only the desk lifts it.',
  )
  @IsReadable(parseReason, {
    message: `one line of 1 to ${MAX_BLOCK_REASON_LENGTH} characters`,
    context: { example: 'A lost book' },
  })
  reason!: string;
}

const reasonRule = text(MAX_BLOCK_REASON_LENGTH);

/** By the rule of a record's. */
function parseReason(typed: string): string | undefined {
  return reasonRule.safeParse(typed.trim()).data;
}

export function reasonIn({ reason }: BlockRequest): string {
  return readField(parseReason, reason);
}

export class MergeRequest {
  /** The number of the other patron, of the same library. */
  @IsInt({ context: { example: '1002' } }) @Min(1) @Max(MAX_ID) into!: number;
}
