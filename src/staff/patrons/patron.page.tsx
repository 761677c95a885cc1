import type { VNode } from 'preact';
import type { PatronOverviewRecord } from './patron-overview.representation.js';
import { Checkouts, Holds } from './held-titles.js';
import { pageAddress, patronAddress } from '../console/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Choice, Field } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
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
