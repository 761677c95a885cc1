import type { VNode } from 'preact';
import type {
  OverviewCheckoutRecord,
  OverviewHoldRecord,
  PatronOverviewRecord,
} from './patron-overview.representation.js';
import type { ExportedLoss } from './patron-export.representation.js';
import { pageAddress, patronAddress } from '../console/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Choice } from '../console/components/field.js';
import { Moment } from '../console/components/moment.js';
import { Table } from '../console/components/table.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { type DangerousFormProblem, DangerousForms } from './dangerous-forms.js';

interface PatronPageProps {
  readonly frame: LibraryFrame;
  readonly patron: PatronOverviewRecord;
  /** Why one of the forms was not accepted. */
  readonly problem?: DangerousFormProblem;
}

/** Everything that staff at the desk do for one patron. */
export function PatronPage({ frame, patron, problem }: PatronPageProps): VNode {
  const { websiteId } = frame.library;
  const address = patronAddress(websiteId, patron.patronId);
  const mayMerge = frame.mayUse('merge');
  return (
    <Layout frame={frame} section="patrons" title={`Patron ${patron.patronId}`}>
      <Facts
        facts={[
          [patron.cards.length > 1 ? 'Cards' : 'Card', patron.cards.join(', ') || 'none'],
          ...(patron.externalId === null ? [] : [['Library’s number', patron.externalId] as const]),
          ...(patron.expiresOn === null ? [] : [['Last day', patron.expiresOn] as const]),
          ...(patron.blockedReason === null ? [] : [['Blocked', patron.blockedReason] as const]),
          ['Category', patron.category],
          ['Holds', `${patron.holds.length} of ${patron.holdLimit}`],
          ['Checkouts', `${patron.checkouts.length} of ${patron.checkoutLimit}`],
        ]}
      />
      <h2>Holds</h2>
      <Holds holds={patron.holds} address={address} mail={pageAddress(websiteId, 'mail')} />
      <p>
        <a href={`${address}/holds`}>Place a hold for the patron</a>
      </p>
      <h2>Checkouts</h2>
      <Checkouts checkouts={patron.checkouts} address={address} />
      <h2>Category</h2>
      <form method="post" action={`${address}/category`}>
        <Choice
          label="Category"
          name="category"
          options={patron.categories.map((name) => [name, name] as const)}
          value={patron.category}
        />
        <button type="submit">Change the category</button>
      </form>
      <h2>Signed in</h2>
      <form method="post" action={`${address}/sessions/end`}>
        <p class="soft">For a lost telephone, or a card in wrong hands: the patron has to sign in again.</p>
        <button type="submit">Sign the patron out everywhere</button>
      </form>
      <h2>Stored data</h2>
      <p>
        <a href={`${address}/export`} download>
          Download everything that is stored about this patron
        </a>{' '}
        as JSON.
      </p>
      {mayMerge && <DangerousForms patronId={patron.patronId} address={address} problem={problem} />}
    </Layout>
  );
}

interface HoldsProps {
  readonly holds: readonly OverviewHoldRecord[];
  readonly address: string;
  readonly mail: string;
}

function Holds({ holds, address, mail }: HoldsProps): VNode {
  return (
    <Table
      caption="Holds of the patron"
      empty="No holds."
      rows={holds}
      columns={[
        { heading: 'Title', isName: true, cell: ({ title }) => title },
        { heading: 'Condition', cell: (hold) => <ConditionOf hold={hold} /> },
        { heading: 'Notice', cell: (hold) => <NoticeOf hold={hold} mail={mail} /> },
        {
          heading: 'Change',
          cell: (hold) => <Changes hold={hold} address={address} />,
        },
      ]}
    />
  );
}

/** Each leads to a page that asks. */
function Changes({ hold, address }: { readonly hold: OverviewHoldRecord; readonly address: string }): VNode {
  const { condition, reserveId, title } = hold;
  const [path, verb] = condition === 'suspended' ? ['resumption', 'Resume'] : ['suspension', 'Suspend'];
  const own = `${address}/holds/${reserveId}`;
  return (
    <>
      <a href={`${own}/${path}`} aria-label={`${verb} the hold on ${title}`}>
        {verb}
      </a>{' '}
      <a href={`${own}/removal`} aria-label={`Remove the hold on ${title}`}>
        Remove
      </a>
    </>
  );
}

/** The hold's condition, where it stands in the queue, and whether a copy can come. */
export function ConditionOf({ hold }: { readonly hold: OverviewHoldRecord }): VNode {
  const { condition, copiesLost } = hold;
  return (
    <>
      <StateOf hold={hold} />
      {condition !== 'ready' && copiesLost !== null && <LossOf loss={copiesLost} />}
    </>
  );
}

function LossOf({ loss: { holdEnds } }: { readonly loss: ExportedLoss }): VNode {
  if (holdEnds === null) return <>; no copy left</>;
  return (
    <>
      ; no copy left, ends on <Moment at={new Date(holdEnds)} />
    </>
  );
}

function StateOf({ hold }: { readonly hold: OverviewHoldRecord }): VNode {
  const { condition, holdExpires, suspension, holdListPosition, numberOfHolds } = hold;
  const place = `place ${holdListPosition} of ${numberOfHolds}`;
  if (condition === 'ready' && holdExpires !== null)
    return (
      <>
        Ready until <Moment at={new Date(holdExpires)} />
      </>
    );
  if (suspension === null) return <>Waiting, {place}</>;
  if (suspension.until === null) return <>Suspended without an end, {place}</>;
  return (
    <>
      Suspended until <Moment at={new Date(suspension.until)} />, {place}
    </>
  );
}

interface NoticeOfProps {
  readonly hold: OverviewHoldRecord;
  readonly mail: string;
}

function NoticeOf({ hold, mail }: NoticeOfProps): VNode {
  const texts = { sent: 'Sent', waiting: 'On its way', 'no-address': 'No address' } as const;
  if (hold.notice === 'refused')
    return (
      <>
        Not delivered: <a href={mail}>repair it</a>
      </>
    );
  return <>{hold.notice === null ? '–' : texts[hold.notice]}</>;
}

interface CheckoutsProps {
  readonly checkouts: readonly OverviewCheckoutRecord[];
  readonly address: string;
}

function Checkouts({ checkouts, address }: CheckoutsProps): VNode {
  return (
    <Table
      caption="Checkouts of the patron"
      empty="No checkouts."
      rows={checkouts}
      columns={[
        { heading: 'Title', isName: true, cell: ({ title }) => title },
        { heading: 'Borrowed', cell: ({ checkoutDate }) => <Moment at={new Date(checkoutDate)} /> },
        { heading: 'Ends', cell: ({ expires }) => <Moment at={new Date(expires)} /> },
        {
          heading: 'Return',
          cell: ({ reserveId, title }) => (
            <a href={`${address}/checkouts/${reserveId}/return`} aria-label={`Return ${title}`}>
              Return
            </a>
          ),
        },
      ]}
    />
  );
}
