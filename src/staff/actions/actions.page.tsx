import type { VNode } from 'preact';
import type { Page } from '../requests/paging.requests.js';
import type { ActionListRecord, ActionRecord } from './actions.representation.js';
import { ACTION_WORDS, MOVE_REASON_WORDS } from './actions.js';
import { pageAddress, patronAddress, queueAddress } from '../addresses/addresses.js';
import { Field } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { Moment } from '../console/components/moment.js';
import { Pager, pagesOf } from '../console/components/pager.js';
import { Table } from '../console/components/table.js';
import type { Shown } from '../console/face.js';
import { Layout } from '../console/layout.js';

interface ActionsPageProps extends Shown<ActionListRecord> {
  /** Undefined: all actions. */
  readonly patronId: number | undefined;
  readonly page: Page;
}

/** The log of actions, latest first. */
export function ActionsPage({ frame, actions, patronId, page }: ActionsPageProps): VNode {
  const { websiteId } = frame.library;
  const address = pageAddress(websiteId, 'actions');
  return (
    <Layout frame={frame} section="actions" title="Log of actions">
      <Form isLine method="get" action={address} button="Show">
        <Field
          label="Only for the patron with the number"
          name="patronId"
          type="number"
          min={1}
          value={patronId}
        />
      </Form>
      <p class="soft">
        Of the last 90 days. The time of what was done for a patron is the full hour, and for a title the full
        minute: no entry tells which patron had which title.
      </p>
      <div class="compact">
        <Table
          caption="What staff did, the latest first"
          empty="Nothing was done."
          rows={actions}
          columns={[
            { heading: 'When', cell: ({ at }) => <Moment at={new Date(at)} /> },
            { heading: 'Who', cell: (action) => actorOf(action) },
            { heading: 'What', isName: true, cell: whatOf },
            { heading: 'For', cell: (action) => <Subject action={action} /> },
          ]}
        />
      </div>
      <Pager {...pagesOf(address, { patronId }, page, actions.length)} />
    </Layout>
  );
}

function whatOf({ action, reason }: ActionRecord): string {
  const words = ACTION_WORDS[action];
  return reason === undefined ? words : `${words}: ${MOVE_REASON_WORDS[reason]}`;
}

function actorOf({ staff: { kind, name } }: ActionRecord): string {
  if (kind === 'installation') return 'who runs the service';
  return kind === 'token' ? `${name} (API token)` : name;
}

function Subject({ action }: { readonly action: ActionRecord }): VNode {
  const { websiteId, patronId, reserveId, account } = action;
  if (patronId !== undefined) return <a href={patronAddress(websiteId, patronId)}>Patron {patronId}</a>;
  if (reserveId !== undefined) return <a href={queueAddress(websiteId, reserveId)}>The queue of a title</a>;
  return <>{account ?? '–'}</>;
}
