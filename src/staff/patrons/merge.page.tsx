import type { VNode } from 'preact';
import { counted } from '../console/components/moment.js';
import type { LibraryFrame } from '../console/frame.js';
import { AskingPage } from './asking.page.js';
import type { PatronOverviewRecord } from './patron-overview.representation.js';

interface MergePageProps {
  readonly frame: LibraryFrame;
  readonly from: PatronOverviewRecord;
  readonly into: PatronOverviewRecord;
}

/** Asks before two cards are merged, and shows both. */
export function MergePage({ frame, from, into }: MergePageProps): VNode {
  return (
    <AskingPage
      frame={frame}
      patron={from}
      title="Merge two cards"
      facts={[
        ['Deleted', nameOf(from)],
        ['Kept', nameOf(into)],
        ['Category', into.category],
      ]}
      outcome={`Patron ${into.patronId} gets ${counted(from.holds.length, 'hold')}, with their places, and ${counted(from.checkouts.length, 'checkout')}. Patron ${from.patronId} and the card are deleted. This cannot be undone.`}
      path="merge"
      button="Merge the cards"
      isDangerous
    >
      <input type="hidden" name="into" value={into.patronId} />
    </AskingPage>
  );
}

function nameOf({ patronId, cardNumber, holds, checkouts }: PatronOverviewRecord): string {
  const card = cardNumber === null ? 'no card' : `card ${cardNumber}`;
  const has = `${counted(holds.length, 'hold')}, ${counted(checkouts.length, 'checkout')}`;
  return `Patron ${patronId}, ${card}: ${has}`;
}
