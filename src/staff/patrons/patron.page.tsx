import type { VNode } from 'preact';
import type {
  OverviewCheckoutRecord,
  OverviewHoldRecord,
  PatronOverviewRecord,
} from './patron-overview.representation.js';
import { pageAddress, patronAddress } from '../console/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Choice, Field } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { Moment } from '../console/components/moment.js';
import { Table } from '../console/components/table.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

/** Why a form was not accepted, and what was typed into it. */
export interface DangerousFormProblem {
  readonly field: 'cardNumber' | 'confirmation';
  readonly typed: string;
  readonly text: string;
}

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
  return (
    <Layout frame={frame} section="patrons" title={`Patron ${patron.patronId}`}>
      <Facts
        facts={[
          ['Card', patron.cardNumber ?? 'none'],
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
      <Form action={`${address}/category`} button="Change the category">
        <Choice
          label="Category"
          name="category"
          options={patron.categories.map((name) => [name, name] as const)}
          value={patron.category}
        />
      </Form>
      <h2>Signed in</h2>
      <Form action={`${address}/sessions/end`} button="Sign the patron out everywhere">
        <p class="soft">For a lost telephone, or a card in wrong hands: the patron has to sign in again.</p>
      </Form>
      <h2>Stored data</h2>
      <p>
        <a href={`${address}/export`} download>
          Download everything that is stored about this patron
        </a>{' '}
        as JSON.
      </p>
      {frame.mayUse('merge') && (
        <DangerousForms patronId={patron.patronId} address={address} problem={problem} />
      )}
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
        { heading: 'Change', cell: (hold) => <Changes hold={hold} address={address} /> },
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
  const { condition, holdExpires, suspension, holdListPosition, numberOfHolds, copiesLost } = hold;
  if (condition === 'ready') return <Ending text="Ready until" at={holdExpires} without="Ready" />;
  return (
    <>
      {suspension === null ? (
        'Waiting'
      ) : (
        <Ending text="Suspended until" at={suspension.until} without="Suspended without an end" />
      )}
      , place {holdListPosition} of {numberOfHolds}
      {copiesLost && (
        <Ending text="; no copy left, ends on" at={copiesLost.holdEnds} without="; no copy left" />
      )}
    </>
  );
}

interface EndingProps {
  readonly text: string;
  readonly at: string | null;
  /** What is said where there is no end. */
  readonly without: string;
}

function Ending({ text, at, without }: EndingProps): VNode {
  if (at === null) return <>{without}</>;
  return (
    <>
      {text} <Moment at={new Date(at)} />
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

interface DangerousFormsProps {
  readonly patronId: number;
  readonly address: string;
  readonly problem: DangerousFormProblem | undefined;
}

/** What cannot be undone: each form must be filled in with something that names a patron. */
function DangerousForms({ patronId, address, problem }: DangerousFormsProps): VNode {
  const filledIn = (name: DangerousFormProblem['field']) => ({
    name,
    ...(problem?.field === name && { value: problem.typed, problem: problem.text }),
  });
  return (
    <>
      <h2>Merge into another card</h2>
      <Form action={`${address}/merge`} button="Merge the cards …" isDangerous>
        <Field
          label="Number of the card to keep"
          hint="It gets all holds, with their places, and all checkouts. You are asked once more."
          {...filledIn('cardNumber')}
          autocomplete="off"
          required
        />
      </Form>
      <h2>Delete the patron</h2>
      <Form action={`${address}/removal`} button="Delete the patron" isDangerous>
        <Field
          label={`Type ${patronId} to confirm`}
          hint="All data of the patron is deleted. Copies go to the next patrons in line."
          {...filledIn('confirmation')}
          autocomplete="off"
          required
        />
      </Form>
    </>
  );
}
