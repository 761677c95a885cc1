import type { VNode } from 'preact';
import { countedHolds } from '../../domain/holds/counted-holds.js';
import { BlockRequest, PatronSearchRequest } from './patron-administration.requests.js';
import type { PatronOverviewRecord } from './patron-overview.representation.js';
import { Checkouts, Holds } from './held-titles.js';
import { pageAddress, patronAddress } from '../addresses/addresses.js';
import { Columns } from '../console/components/columns.js';
import { Facts } from '../console/components/facts.js';
import { Control } from '../console/components/control.js';
import { Choice } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { Link, More, Question } from '../console/components/post-button.js';
import type { Shown } from '../console/face.js';
import { Layout } from '../console/layout.js';

/** Everything that staff at the desk do for one patron. */
export function PatronPage({ frame, ...patron }: Shown<PatronOverviewRecord>): VNode {
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
          ...noticesIn(patron),
          ['Category', patron.category],
          ['Holds', `${countedHolds(patron.holds)} of ${patron.holdLimit}`],
          ['Checkouts', `${patron.checkouts.length} of ${patron.checkoutLimit}`],
        ]}
      />
      <Columns beside={<Actions frame={frame} {...patron} address={address} />}>
        <h2>Holds</h2>
        <Holds holds={patron.holds} frame={frame} address={address} mail={pageAddress(websiteId, 'mail')} />
        <Link to={`${address}/holds`}>Place a hold for the patron</Link>
        <h2>Checkouts</h2>
        <Checkouts checkouts={patron.checkouts} frame={frame} address={address} />
      </Columns>
    </Layout>
  );
}

type ActionsProps = Shown<PatronOverviewRecord> & FormsProps;

function Actions({ frame, address, ...patron }: ActionsProps): VNode {
  return (
    <>
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
      <Block {...patron} address={address} />
      <h2>Signed in</h2>
      <Form action={`${address}/sessions/end`} button="Sign the patron out everywhere">
        <p class="soft">For a lost telephone, or a card in wrong hands: the patron has to sign in again.</p>
      </Form>
      <h2>Stored data</h2>
      <p>
        <a href={`${address}/export`} download>
          Download everything that is stored about this patron
        </a>
      </p>
      {frame.mayUse('merge') && <DangerousForms address={address} />}
    </>
  );
}

function noticesIn({ noticesBy, maskedPhone }: PatronOverviewRecord): [string, string][] {
  if (noticesBy === null) return [];
  const to = maskedPhone === null ? '' : ` to ${maskedPhone}`;
  const texts = {
    text: `As text messages${to}`,
    both: `By mail, and as text messages${to}`,
    mail: to === '' ? 'By mail' : `By mail, not as text messages${to}`,
  };
  return [['Notices', texts[noticesBy]]];
}

function blockIn({ blockedReason, blockedByDesk }: PatronOverviewRecord): [string, string][] {
  return blockedReason === null ? [] : [[blockedByDesk ? 'Blocked by the desk' : 'Blocked', blockedReason]];
}

interface FormsProps {
  readonly address: string;
}

/** A block by the desk outlasts lists; a block by a list is lifted by the desk until a list repeats it. */
function Block({ blockedReason, blockedByDesk, address }: FormsProps & PatronOverviewRecord): VNode {
  return (
    <>
      {blockedReason !== null && (
        <Form action={`${address}/block`} as="DELETE" button="Lift the block">
          <p class="soft">
            {blockedByDesk
              ? 'Only this lifts it: lists, records and sign-ins that say otherwise change nothing.'
              : 'It is by the library’s records or its own system, and comes back when they say so again.'}
          </p>
        </Form>
      )}
      {!blockedByDesk && (
        <Form action={`${address}/block`} button="Block the patron">
          <Control of={BlockRequest} name="reason" autocomplete="off" />
        </Form>
      )}
    </>
  );
}

/** Actions that cannot be undone. */
function DangerousForms({ address }: FormsProps): VNode {
  return (
    <More>
      <h3>Merge into another card</h3>
      <Form action={`${address}/merge/question`} button="Merge the cards …" isDangerous>
        <Control
          of={PatronSearchRequest}
          name="cardNumber"
          label="Number of the card to keep"
          hint="It gets all holds, with their places, and all checkouts. You are asked once more."
          autocomplete="off"
        />
      </Form>
      <Question title="Delete the patron" to={address} as="DELETE">
        All data of the patron is deleted. Copies go to the next patrons in line. This cannot be undone.
      </Question>
    </More>
  );
}
