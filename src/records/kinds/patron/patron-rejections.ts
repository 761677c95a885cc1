import { isMd5 } from '../../../access/sign-in/taken-over-hashes.js';
import { aboutPatron, patronInWords } from '../../naming/named-patron.js';
import type { Outcome, Reason } from '../../engine/record-kind.js';
import { unknownLibrary } from '../../engine/rejection-messages.js';
import type { PatronRecord } from './patron.schema.js';
import type * as store from './patron.store.js';

/** Cards are swapped in one step. A patron whose record is rejected keeps the old card, so no other record may take it. */
export function rejectionsOf(
  patrons: readonly PatronRecord[],
  facts: readonly store.PatronFacts[],
  externalIds: ExternalIds,
): Outcome[] {
  const outcomes: Outcome[] = patrons.map(() => undefined);
  const accepted = new Map<number, PatronRecord>();
  const takers = new Map<number, number[]>();
  for (const [index, known] of facts.entries()) {
    const { patronId } = known;
    if (patronId !== null) accepted.set(patronId, patrons[index]!);
    for (const holder of holdersIn(known)) takers.set(holder, [...(takers.get(holder) ?? []), index]);
  }
  const pending = [...patrons.keys()].reverse();
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (outcomes[index] !== undefined) continue;
    const { patronId = null } = facts[index] ?? {};
    outcomes[index] = rejectionOf(patrons[index]!, facts[index], accepted, externalIds);
    if (outcomes[index] === undefined || patronId === null) continue;
    accepted.delete(patronId);
    pending.push(...(takers.get(patronId) ?? []));
  }
  return outcomes;
}

/** The library's own numbers of patrons, by the service's numbers. */
type ExternalIds = ReadonlyMap<number, string>;
type Accepted = ReadonlyMap<number, Pick<PatronRecord, 'cards' | 'externalId'>>;

/** Whether another patron has this card and still has it after these records. */
export function keepsCard(
  holder: number | null,
  card: string,
  own: number | null,
  accepted: Accepted,
): boolean {
  if (holder === null || holder === own) return false;
  const cards = accepted.get(holder)?.cards;
  return cards === undefined || cards.some((each) => each.toLowerCase() === card.toLowerCase());
}

export function keepsExternalId(
  holder: number | null,
  externalId: string,
  own: number | null,
  accepted: Accepted,
): boolean {
  if (holder === null || holder === own) return false;
  const other = accepted.get(holder)?.externalId;
  return other === undefined || other === externalId;
}

/** The other patrons who have the record's cards or external number. */
export function holdersIn({ cardHolders, externalIdHolder, patronId }: store.PatronFacts): number[] {
  return [externalIdHolder, ...cardHolders].flatMap((holder) =>
    holder === null || holder === patronId ? [] : [holder],
  );
}

function rejectionOf(
  patron: PatronRecord,
  facts: store.PatronFacts | undefined,
  accepted: Accepted,
  externalIds: ExternalIds,
): Outcome {
  if (facts !== undefined && facts.mergedInto !== null) return undefined;
  return refusalOf(patron, facts) ?? (facts && takenIn(patron, facts, accepted, externalIds));
}

/** Refuses the record if others have its cards or numbers. */
export function refusalOf(
  { websiteId, category, pinHash }: PatronRecord,
  facts: store.PatronFacts | undefined,
): Outcome {
  if (facts?.libraryKnown !== true) return unknownLibrary(websiteId);
  const { patronId, homeLibrary } = facts;
  if (category !== undefined && facts.category === null)
    return `category ${JSON.stringify(category)} is unknown in library ${websiteId}`;
  if (homeLibrary !== null && homeLibrary !== websiteId) return ofAnotherLibrary(patronId ?? 0, websiteId);
  if (homeLibrary === null && category === undefined) return 'category is missing: the patron is new';
  if (pinHash !== undefined && isMd5(pinHash) && !facts.takesMd5)
    return `pinHash is an MD5 hash, which library ${websiteId} does not take: its md5Pins is false`;
  return undefined;
}

function takenIn(
  { externalId, cards = [] }: PatronRecord,
  { patronId, externalIdHolder, cardHolders }: store.PatronFacts,
  accepted: Accepted,
  externalIds: ExternalIds,
): Outcome {
  if (externalId != null && keepsExternalId(externalIdHolder, externalId, patronId, accepted))
    return {
      message: `externalId ${JSON.stringify(externalId)} is already that of patron ${externalIdHolder}`,
      kept: 'externalId is already that of another patron',
    };
  const taken =
    cards?.findIndex((card, index) => keepsCard(cardHolders[index] ?? null, card, patronId, accepted)) ?? -1;
  if (taken === -1) return undefined;
  const holder = cardHolders[taken] ?? 0;
  const name = patronInWords({ patronId: holder, externalId: externalIds.get(holder) });
  return {
    message: `cardNumber ${JSON.stringify(cards?.[taken])} is already the card of ${name}`,
    kept: 'cardNumber is already the card of another patron',
  };
}

/** Does not name the other library: the sender must not learn it. */
export function ofAnotherLibrary(patronId: number, websiteId: number): Reason {
  return aboutPatron({ patronId }, `cannot be used in library ${websiteId}`);
}
