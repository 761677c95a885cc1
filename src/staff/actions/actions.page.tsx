import type { VNode } from 'preact';
import type { ActionRecord } from './actions.representation.js';
import type { ActionName } from './action-log.js';
import { pageAddress, patronAddress, queueAddress, withQuery } from '../console/addresses.js';
import { Field } from '../console/components/field.js';
import { Moment } from '../console/components/moment.js';
import { Pager } from '../console/components/pager.js';
import { Table } from '../console/components/table.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

export const ACTIONS_SHOWN = 100;

/** What each action is, in words. */
const WORDS: Readonly<Record<ActionName, string>> = {
  'hold-placed': 'Placed a hold',
  'hold-suspended': 'Suspended a hold',
  'hold-resumed': 'Resumed a hold',
  'hold-removed': 'Removed a hold',
  'checkout-returned': 'Returned a title',
  'patron-looked-up': 'Looked up a patron',
  'patron-exported': 'Exported a patron’s data',
  'patron-forgotten': 'Deleted a patron',
  'patron-merged': 'Merged two cards',
  'patron-category-changed': 'Changed a patron’s category',
  'pin-changed': 'Changed a PIN',
  'sessions-ended': 'Signed a patron out everywhere',
  'hold-address-changed': 'Corrected an address',
  'holds-moved': 'Moved the holds on a title',
  'pickups-extended': 'Extended all pickups',
  'holds-suspended': 'Suspended all waiting holds',
  'copies-set': 'Set the number of copies',
  'records-imported': 'Imported records',
  'settings-changed': 'Changed the settings',
  'mail-retried': 'Sent mail again',
  'mail-resumed': 'Resumed mail',
  'signed-in': 'Signed in',
  'sign-in-refused': 'Typed a wrong password',
  'account-added': 'Added an account',
  'account-removed': 'Removed an account',
  'account-signed-out': 'Signed an account out everywhere',
  'roles-changed': 'Changed the roles of an account',
  'password-changed': 'Changed the password of an account',
  'token-added': 'Added an API token',
  'token-removed': 'Removed an API token',
  'webhook-added': 'Added a webhook',
  'webhook-changed': 'Changed a webhook',
  'webhook-deleted': 'Deleted a webhook',
  'webhook-secret-rotated': 'Made a new secret of a webhook',
  'webhook-replayed': 'Sent events of a webhook again',
};

interface ActionsPageProps {
  readonly frame: LibraryFrame;
  /** Of the page, and one more if there is another page. */
  readonly actions: readonly ActionRecord[];
  /** Undefined: for all patrons, and what is about none. */
  readonly patronId: number | undefined;
  /** From 1. */
  readonly page: number;
}

/** The log of actions, the latest first. */
export function ActionsPage({ frame, actions, patronId, page }: ActionsPageProps): VNode {
  const { websiteId } = frame.library;
  const address = pageAddress(websiteId, 'actions');
  const linkTo = (wanted: number): string =>
    withQuery(address, { patronId, page: wanted === 1 ? undefined : wanted });
  return (
    <Layout frame={frame} section="actions" title="Log of actions">
      <form class="line" method="get" action={address}>
        <Field
          label="Only for the patron with the number"
          name="patronId"
          type="number"
          min={1}
          value={patronId}
        />
        <button type="submit">Show</button>
      </form>
      <p class="soft">
        Of the last 90 days. The time of what was done for a patron is the full hour, and for a title the full
        minute: no entry tells which patron had which title.
      </p>
      <Table
        caption="What staff did, the latest first"
        empty="Nothing was done."
        rows={actions.slice(0, ACTIONS_SHOWN)}
        columns={[
          { heading: 'When', cell: ({ at }) => <Moment at={new Date(at)} /> },
          { heading: 'Who', cell: (action) => actorOf(action) },
          { heading: 'What', isName: true, cell: ({ action }) => WORDS[action] },
          { heading: 'For', cell: (action) => <Subject action={action} /> },
        ]}
      />
      <Pager
        first={page > 1 ? linkTo(1) : undefined}
        previous={page > 1 ? linkTo(page - 1) : undefined}
        next={actions.length > ACTIONS_SHOWN ? linkTo(page + 1) : undefined}
      />
    </Layout>
  );
}

function actorOf({ staff: { kind, name } }: ActionRecord): string {
  if (kind === 'installation') return 'the installation';
  return kind === 'token' ? `${name} (API token)` : name;
}

function Subject({ action }: { readonly action: ActionRecord }): VNode {
  const { websiteId, patronId, reserveId, account } = action;
  if (patronId !== undefined) return <a href={patronAddress(websiteId, patronId)}>Patron {patronId}</a>;
  if (reserveId !== undefined) return <a href={queueAddress(websiteId, reserveId)}>The queue of a title</a>;
  return <>{account ?? '–'}</>;
}
