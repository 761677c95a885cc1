import * as z from 'zod';
import { isBcrypt, isMd5 } from '../../../access/sign-in/taken-over-hashes.js';
import { MAX_BLOCK_REASON_LENGTH, MAX_CARDS, MAX_PIN_LENGTH } from '../../../domain/patron.js';
import { patronNames, requirePatronName } from '../../naming/named-patron.js';
import * as is from '../../engine/schema-rules.js';

const takenOverHash = z.string(is.mustBe('a hash of a PIN')).refine((text) => isBcrypt(text) || isMd5(text), {
  error: 'must be a hash by bcrypt, of a cost up to 12, or by MD5',
});

const patron = is.recordSchemas(
  { websiteId: is.id, ...patronNames },
  {
    category: is.keptIfAbsent(is.key),
    cardNumber: is.keptIfAbsent(is.cardNumber),
    cardNumbers: is.keptIfAbsent(is.list(is.cardNumber, MAX_CARDS)),
    pin: is.keptIfAbsent(is.text(MAX_PIN_LENGTH)),
    /** As another system wrote it. */
    pinHash: is.optional(takenOverHash, undefined),
    holdLimit: is.keptIfAbsent(is.limit),
    checkoutLimit: is.keptIfAbsent(is.limit),
    language: is.keptIfAbsent(is.language),
    phone: is.keptIfAbsent(is.phone),
    expiresOn: is.keptIfAbsent(is.day),
    blocked: is.keptIfAbsent(
      is.strict({ reason: is.text(MAX_BLOCK_REASON_LENGTH) }, 'an object with reason'),
    ),
  },
);

/** An undefined member keeps its stored value; null removes it. */
export const patronSchemas = {
  ...patron,
  key: patron.key.superRefine(requirePatronName),
  names: z.object({ websiteId: is.id, ...patronNames }).superRefine(requirePatronName),
  whole: patron.whole
    .superRefine(requirePatronName)
    .refine(({ pin, pinHash }) => pin == null || pinHash === undefined, {
      path: ['pinHash'],
      error: 'must not stand beside a pin',
    })
    .transform(({ cardNumber, cardNumbers, blocked, category, ...members }, context) => ({
      ...members,
      category: category ?? undefined,
      cards: cardsIn(cardNumber, cardNumbers, context),
      blockedReason: blocked === null ? null : blocked?.reason,
      // A patron in a record is part of the library's lists.
      fromSignIn: null as null | undefined,
      endedByList: null as string | null,
    })),
};
export type PatronRecord = z.output<typeof patronSchemas.whole>;
export type PatronRecordKey = z.output<typeof patronSchemas.key>;

/** `cardNumber` alone is a list of one card. */
function cardsIn(
  first: string | null | undefined,
  all: readonly string[] | null | undefined,
  context: z.core.$RefinementCtx,
): readonly string[] | undefined {
  if (all === undefined) return first === undefined ? undefined : first === null ? [] : [first];
  const cards = all ?? [];
  const isFirst = first === undefined || first === (cards[0] ?? null);
  if (!isFirst)
    context.addIssue({ code: 'custom', path: ['cardNumber'], message: 'must be the first of cardNumbers' });
  if (new Set(cards.map((card) => card.toLowerCase())).size < cards.length)
    context.addIssue({ code: 'custom', path: ['cardNumbers'], message: 'must not have a card twice' });
  return cards;
}

/** A patron's record that keeps every value. */
export const NOTHING_SAID = {
  externalId: undefined,
  category: undefined,
  cards: undefined,
  pin: undefined,
  pinHash: undefined,
  holdLimit: undefined,
  checkoutLimit: undefined,
  language: undefined,
  phone: undefined,
  expiresOn: undefined,
  blockedReason: undefined,
  fromSignIn: undefined,
};
