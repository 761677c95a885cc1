import type { VNode } from 'preact';
import type { PatronOverviewRecord } from './patron-overview.representation.js';
import { Checkouts, Holds } from './held-titles.js';
import { pageAddress, patronAddress } from '../console/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Choice, Field, type FieldProps } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

/** Why a form was not accepted, and what was typed into it. */
export interface PatronFormProblem {
  readonly field: 'reason' | 'cardNumber' | 'confirmation';
  readonly typed: string;
  readonly text: string;
}

interface PatronPageProps {
  readonly frame: LibraryFrame;
  readonly patron: PatronOverviewRecord;
  /** Why one of the forms was not accepted. */
  readonly problem?: PatronFormProblem;
}

/** Everything that staff at the desk do for one patron. */
export function PatronPage({ frame, patron, problem }: PatronPageProps): VNode {
  const { websiteId } = frame.library;
  const address = patronAddress(websiteId, patron.patronId);
  return (
    <Layout frame={frame} section="patrons" title={`Patron ${patron.patronId}`}>
      <Facts
        facts={[
          [patron.cards.length > 1 ? 'Cards' : 'Card', patron.cards.join(', ') || 'none'],
          ...(patron.externalId === null ? [] : [['Library’s number', patron.externalId] as const]),
          ...(patron.expiresOn === null ? [] : [['Last day', patron.expiresOn] as const]),
          ...blockIn(patron),
          ['Category', patron.category],
          ['Holds', `${patron.holds.length} of ${patron.holdLimit}`],
          ['Checkouts', `${patron.checkouts.length} of ${patron.checkoutLimit}`],
        ]}
      />
      <h2>Holds</h2>
      <Holds holds={patron.holds} frame={frame} address={address} mail={pageAddress(websiteId, 'mail')} />
      <p>
        <a href={`${address}/holds`}>Place a hold for the patron</a>
      </p>
      <h2>Checkouts</h2>
      <Checkouts checkouts={patron.checkouts} frame={frame} address={address} />
      <h2>Category</h2>
      <Form action={`${address}/category`} button="Change the category">
        <Choice
          label="Category"
          name="category"
          options={patron.categories.map((name) => [name, name] as const)}
          value={patron.category}
        />
      </Form>
      <h2>Block</h2>
      <Block patron={patron} address={address} problem={problem} />
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

function blockIn({ blockedReason, blockedByDesk }: PatronOverviewRecord): [string, string][] {
  return blockedReason === null ? [] : [[blockedByDesk ? 'Blocked by the desk' : 'Blocked', blockedReason]];
}

interface FormsProps {
  readonly address: string;
  readonly problem: PatronFormProblem | undefined;
}

interface BlockProps extends FormsProps {
  readonly patron: PatronOverviewRecord;
}

/** What the desk says counts, whatever lists say; what lists say, the desk lifts until they say it again. */
function Block({ patron: { blockedReason, blockedByDesk }, address, problem }: BlockProps): VNode {
  return (
    <>
      {blockedReason !== null && (
        <Form action={`${address}/block/end`} button="Lift the block">
          <p class="soft">
            {blockedByDesk
              ? 'Only this lifts it: lists, records and sign-ins that say otherwise change nothing.'
              : 'It is by the library’s records or its own system, and comes back when they say so again.'}
          </p>
        </Form>
      )}
      {!blockedByDesk && (
        <Form action={`${address}/block`} button="Block the patron">
          <Field
            label="Reason"
            hint="The patron reads it, and can only read, remove holds and return titles. Holds keep their places. Only the desk lifts it."
            {...filledIn('reason', problem)}
            autocomplete="off"
            required
          />
        </Form>
      )}
    </>
  );
}

function filledIn(
  name: PatronFormProblem['field'],
  problem: PatronFormProblem | undefined,
): Pick<FieldProps, 'name' | 'value' | 'problem'> {
  return { name, ...(problem?.field === name && { value: problem.typed, problem: problem.text }) };
}

interface DangerousFormsProps extends FormsProps {
  readonly patronId: number;
}

/** What cannot be undone: each form must be filled in with something that names a patron. */
function DangerousForms({ patronId, address, problem }: DangerousFormsProps): VNode {
  return (
    <>
      <h2>Merge into another card</h2>
      <Form action={`${address}/merge`} button="Merge the cards …" isDangerous>
        <Field
          label="Number of the card to keep"
          hint="It gets all holds, with their places, and all checkouts. You are asked once more."
          {...filledIn('cardNumber', problem)}
          autocomplete="off"
          required
        />
      </Form>
      <h2>Delete the patron</h2>
      <Form action={`${address}/removal`} button="Delete the patron" isDangerous>
        <Field
          label={`Type ${patronId} to confirm`}
          hint="All data of the patron is deleted. Copies go to the next patrons in line."
          {...filledIn('confirmation', problem)}
          autocomplete="off"
          required
        />
      </Form>
    </>
  );
}
