import * as z from 'zod';
import { MAX_BLOCK_REASON_LENGTH, MAX_CARDS, MAX_PIN_LENGTH } from '../../../domain/patron.js';
import { patronNames, requirePatronName } from '../../naming/named-patron.js';
import * as is from '../../engine/schema-rules.js';

const patron = is.recordSchemas(
  { websiteId: is.id, ...patronNames },
  {
    category: is.keptIfAbsent(is.key),
    cardNumber: is.keptIfAbsent(is.cardNumber),
    cardNumbers: is.keptIfAbsent(is.list(is.cardNumber, MAX_CARDS)),
    pin: is.keptIfAbsent(is.text(MAX_PIN_LENGTH)),
    holdLimit: is.keptIfAbsent(is.limit),
    checkoutLimit: is.keptIfAbsent(is.limit),
    language: is.keptIfAbsent(is.language),
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
