import type { VNode } from 'preact';
import { EVENT_CHOICES, eventInWords, eventsInWords } from './event-words.js';
import type {
  AttemptListRecord,
  TestAttemptRecord,
  WebhookListRecord,
  WebhookRecord,
  WebhookSecretRecord,
} from './webhooks.representation.js';
import { ReplayRequest, WebhookRequest } from './webhooks.requests.js';
import { pageAddress, webhookAddress } from '../addresses/addresses.js';
import { Columns } from '../console/components/columns.js';
import { Facts } from '../console/components/facts.js';
import { Choice } from '../console/components/field.js';
import { Control } from '../console/components/control.js';
import { PostForm } from '../console/components/form.js';
import { Link, More, PostButton, Question } from '../console/components/post-button.js';
import { Moment } from '../console/components/moment.js';
import { Notice } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import type { Shown } from '../console/face.js';
import { Layout } from '../console/layout.js';

const STATES = { active: 'Active', failing: 'Failing: tried again', disabled: 'Disabled' } as const;
const REASONS = {
  failing: 'nothing was accepted for three days',
  gone: 'the receiver wants no more (410)',
  staff: 'by staff',
} as const;

/** The receivers, and a form to add one. */
export function WebhooksPage({ frame, webhooks }: Shown<WebhookListRecord>): VNode {
  const { websiteId } = frame.library;
  return (
    <Layout frame={frame} section="webhooks" title="Webhooks">
      <p>A webhook tells another system what happens in this library, as it happens.</p>
      <Table
        caption="Webhooks of this library"
        empty="There is none yet."
        rows={webhooks}
        columns={[
          {
            heading: 'Address',
            isName: true,
            cell: ({ webhookId, url }) => <a href={webhookAddress(websiteId, webhookId)}>{url}</a>,
          },
          { heading: 'State', cell: ({ state }) => STATES[state] },
          { heading: 'Is told', cell: ({ types }) => eventsInWords(types) },
        ]}
      />
      <h2>Add a webhook</h2>
      <PostForm action={pageAddress(websiteId, 'webhooks')}>
        <Control of={WebhookRequest} name="url" />
        <Choice label="What it is told" name="types" options={EVENT_CHOICES} />
        <button type="submit">Add the webhook</button>
      </PostForm>
    </Layout>
  );
}

/** The only page that shows a secret, once. */
export function SecretPage({ frame, webhookId, secret }: Shown<WebhookSecretRecord>): VNode {
  return (
    <Layout frame={frame} section="webhooks" title="Secret of the webhook">
      <Notice tone="warning">Copy this secret to the receiver now. It is not shown again.</Notice>
      <p>
        <code>{secret}</code>
      </p>
      <Link to={webhookAddress(frame.library.websiteId, webhookId)}>To the webhook</Link>
    </Layout>
  );
}

/** The state of a receiver, and forms to change it. */
export function WebhookPage({
  frame,
  attempts,
  ...webhook
}: Shown<WebhookRecord & AttemptListRecord>): VNode {
  const address = webhookAddress(frame.library.websiteId, webhook.webhookId);
  return (
    <Layout frame={frame} section="webhooks" title="Webhook">
      <Facts facts={factsOf(webhook)} />
      <Columns beside={<Actions address={address} isDisabled={webhook.state === 'disabled'} />}>
        <h2>Attempts</h2>
        <p>
          Of the last 7 days, by the hour or the minute. Only the first 500 characters of an answer are kept.
        </p>
        <Table
          caption="Attempts to tell this receiver"
          empty="There were none."
          rows={attempts}
          columns={[
            { heading: 'Event', isName: true, cell: ({ type }) => eventInWords(type) },
            { heading: 'When', cell: ({ at }) => <Moment at={new Date(at)} /> },
            { heading: 'Answer', cell: answered },
            { heading: 'Its number', cell: ({ eventId }) => eventId },
          ]}
        />
      </Columns>
    </Layout>
  );
}

interface ActionsProps {
  readonly address: string;
  readonly isDisabled: boolean;
}

function Actions({ address, isDisabled }: ActionsProps): VNode {
  return (
    <>
      <h2>Try it</h2>
      <PostButton to={`${address}/test`}>Send a test</PostButton>
      <h2>Send again</h2>
      <PostForm action={`${address}/replay`}>
        <Control of={ReplayRequest} name="since" />
        <button type="submit">Send again</button>
      </PostForm>
      <h2>{isDisabled ? 'Enable' : 'Disable'}</h2>
      <PostButton to={address} as="PUT" fields={{ enabled: String(isDisabled) }}>
        {isDisabled ? 'Enable' : 'Disable'}
      </PostButton>
      <More>
        <Question title="Make a new secret" to={`${address}/secret`}>
          The next page shows it, once. For 24 hours, the secret until now is valid, too.
        </Question>
        <Question title="Remove the webhook" to={address} as="DELETE">
          The receiver is told nothing more, and its secret ends. This cannot be undone.
        </Question>
      </More>
    </>
  );
}

function factsOf(webhook: WebhookRecord): [string, VNode | string][] {
  const { url, state, failingSince, retryAt, disabledBecause, formerSecretUntil } = webhook;
  const when = (name: string, time: string | null): [string, VNode][] =>
    time === null ? [] : [[name, <Moment at={new Date(time)} />]];
  return [
    ['Address', url],
    ['State', disabledBecause === null ? STATES[state] : `${STATES[state]}: ${REASONS[disabledBecause]}`],
    ['Is told', eventsInWords(webhook.types)],
    ...when('Failing since', failingSince),
    ...when('Tried again', retryAt),
    ...when('The secret before is valid until', formerSecretUntil),
  ];
}

export function answered({ status, answer, problem }: TestAttemptRecord): string {
  return problem ?? [String(status), answer ?? ''].join(' ').trim();
}
