import type { VNode } from 'preact';
import { NOTICE_TYPE_DEFINITIONS } from '../../notifications/notice-types/notice-types.js';
import type { NoticedHold, Recipient } from './mail.store.js';
import type { UnsentNoticeRecord } from './mail.representation.js';
import type { NoticeDestination } from './notice-destinations.store.js';
import { noticeAddress, pageAddress, patronAddress } from '../console/addresses.js';
import { Field } from '../console/components/field.js';
import { Notice } from '../console/components/notice.js';
import { Title } from '../console/components/title.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { maskedAddress } from './masked-address.js';
import { deliveryInWords } from './delivery-words.js';

/** Why the address was not accepted. */
export interface NoticeProblem {
  readonly typed: string;
  readonly text: string;
}

interface NoticePageProps {
  readonly frame: LibraryFrame;
  readonly hold: NoticedHold;
  /** Undefined if the hold has just ended. */
  readonly title: NoticeDestination | undefined;
  readonly recipient: Recipient;
  /** The other notices to the patron that were refused: a corrected address repairs them, too. */
  readonly others: readonly NoticeDestination[];
  /** Undefined: it was sent meanwhile, or is being sent. */
  readonly notice: UnsentNoticeRecord | undefined;
  readonly problem?: NoticeProblem | undefined;
}

/** One notice: what happened to it, where it went, and where it should go. */
export function NoticePage(props: NoticePageProps): VNode {
  const { frame, hold, title, recipient, notice } = props;
  const { websiteId } = hold;
  return (
    <Layout frame={frame} section="mail" title="Repair a notice">
      <p>
        It tells <a href={patronAddress(websiteId, recipient.patronId)}>{`patron ${recipient.patronId}`}</a>{' '}
        {notice === undefined
          ? 'about a hold'
          : `that ${NOTICE_TYPE_DEFINITIONS[notice.occasion].staffClause}`}
        .
      </p>
      {title !== undefined && (
        <p>
          <Title of={title} />
        </p>
      )}
      {notice === undefined ? (
        <Notice tone="good">This notice is no longer in the list of those that were not delivered.</Notice>
      ) : (
        <Notice tone="problem">{deliveryInWords(notice)}</Notice>
      )}
      {recipient.emailAddress !== null && notice !== undefined && <RepairForm {...props} />}
      <p>
        <a href={pageAddress(websiteId, 'mail')}>Back to the mail</a>
      </p>
    </Layout>
  );
}

function RepairForm({ hold, recipient, others, problem }: NoticePageProps): VNode {
  return (
    <form method="post" action={noticeAddress(hold.websiteId, hold.reserveId, hold.ticket)}>
      <Field
        label="E-mail address"
        name="emailAddress"
        type="email"
        value={problem?.typed ?? recipient.emailAddress ?? undefined}
        hint="Correct it if it is wrong. Leave it if the mail server was at fault."
        problem={problem?.text}
        autocomplete="off"
        required
      />
      <Others others={others} />
      <button type="submit">Send the notice again</button>
    </form>
  );
}

function Others({ others }: Pick<NoticePageProps, 'others'>): VNode | null {
  if (others.length === 0) return null;
  return (
    <>
      <p>
        {others.length === 1
          ? 'Another notice to this patron was refused.'
          : `${others.length} other notices to this patron were refused.`}{' '}
        A corrected address is that of these, too, and they are sent again with this one:
      </p>
      <ul>
        {others.map((other) => (
          <li key={`${other.reserveId} ${other.ticket}`}>
            <Title of={other} />
            To {maskedAddress(other.emailAddress)}
          </li>
        ))}
      </ul>
    </>
  );
}
