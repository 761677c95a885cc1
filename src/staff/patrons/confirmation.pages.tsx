import type { VNode } from 'preact';
import type { RemovalReason } from '../../domain/holds/hold-end.js';
import type {
  OverviewCheckoutRecord,
  OverviewHoldRecord,
  PatronOverviewRecord,
} from './patron-overview.representation.js';
import { patronAddress } from '../console/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Choice } from '../console/components/field.js';
import { counted, Moment } from '../console/components/moment.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { ConditionOf } from './patron.page.js';

const REASONS: readonly (readonly [RemovalReason, string])[] = [
  ['requested', 'The patron asked for it'],
  ['duplicate', 'It was placed twice'],
  ['title-unavailable', 'The title is unavailable'],
  ['other', 'Another reason'],
];

interface HoldRemovalPageProps {
  readonly frame: LibraryFrame;
  readonly patronId: number;
  readonly hold: OverviewHoldRecord;
  /** Why the form was not accepted. */
  readonly problem?: string;
}

/** Asks before a hold is removed: its place cannot be given back. */
export function HoldRemovalPage({ frame, patronId, hold, problem }: HoldRemovalPageProps): VNode {
  const address = patronAddress(frame.library.websiteId, patronId);
  const mail =
    hold.emailAddress === null
      ? 'The hold has no address: the patron gets no mail.'
      : 'A mail tells the patron.';
  const copy =
    hold.condition === 'ready' ? 'The copy that is set aside goes to the next patron in line.' : '';
  return (
    <Layout frame={frame} section="patrons" title="Remove a hold">
      <Facts
        facts={[
          ['Title', hold.title],
          ['Patron', String(patronId)],
          ['Condition', <ConditionOf hold={hold} />],
        ]}
      />
      <p>The hold ends, and its place in the queue is lost. {[copy, mail].filter(Boolean).join(' ')}</p>
      <form method="post" action={`${address}/holds/${hold.reserveId}/removal`}>
        <Choice label="Reason" name="reason" options={REASONS} unchosen="Choose a reason" problem={problem} />
        <button type="submit" class="danger">
          Remove the hold
        </button>
      </form>
      <Back href={address} />
    </Layout>
  );
}

interface ReturnPageProps {
  readonly frame: LibraryFrame;
  readonly patronId: number;
  readonly checkout: OverviewCheckoutRecord;
}

/** Asks before a title is returned: the patron can read it no longer. */
export function ReturnPage({ frame, patronId, checkout }: ReturnPageProps): VNode {
  const address = patronAddress(frame.library.websiteId, patronId);
  return (
    <Layout frame={frame} section="patrons" title="Return a title">
      <Facts
        facts={[
          ['Title', checkout.title],
          ['Patron', String(patronId)],
          ['Would end', <Moment at={new Date(checkout.expires)} />],
        ]}
      />
      <p>
        The patron can read the title no longer. The copy goes to the next patron in line, or is free for all.
      </p>
      <form method="post" action={`${address}/checkouts/${checkout.reserveId}/return`}>
        <button type="submit">Return the title</button>
      </form>
      <Back href={address} />
    </Layout>
  );
}

interface MergePageProps {
  readonly frame: LibraryFrame;
  readonly from: PatronOverviewRecord;
  readonly into: PatronOverviewRecord;
  /** As it was typed. */
  readonly cardNumber: string;
}

/** Asks before two cards are merged, and shows both. */
export function MergePage({ frame, from, into, cardNumber }: MergePageProps): VNode {
  const address = patronAddress(frame.library.websiteId, from.patronId);
  return (
    <Layout frame={frame} section="patrons" title="Merge two cards">
      <Facts
        facts={[
          ['Deleted', nameOf(from)],
          ['Kept', nameOf(into)],
          ['Category', into.category],
        ]}
      />
      <p>
        Patron {into.patronId} gets {counted(from.holds.length, 'hold')}, with their places, and{' '}
        {counted(from.checkouts.length, 'checkout')}. Patron {from.patronId} and the card are deleted. This
        cannot be undone.
      </p>
      <form method="post" action={`${address}/merge`}>
        <input type="hidden" name="cardNumber" value={cardNumber} />
        <input type="hidden" name="confirmed" value="yes" />
        <button type="submit" class="danger">
          Merge the cards
        </button>
      </form>
      <Back href={address} />
    </Layout>
  );
}

function nameOf({ patronId, cardNumber, holds, checkouts }: PatronOverviewRecord): string {
  const card = cardNumber === null ? 'no card' : `card ${cardNumber}`;
  const has = `${counted(holds.length, 'hold')}, ${counted(checkouts.length, 'checkout')}`;
  return `Patron ${patronId}, ${card}: ${has}`;
}

/** The way out of a page that asks. */
export function Back({ href }: { readonly href: string }): VNode {
  return (
    <p>
      <a href={href}>Back to the patron, without a change</a>
    </p>
  );
}
