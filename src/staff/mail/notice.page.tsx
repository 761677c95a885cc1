import type { VNode } from 'preact';
import { maskedPhone } from '../../domain/texts.js';
import { NOTICE_TYPE_DEFINITIONS } from '../../notifications/notice-types/notice-types.js';
import type { NoticedHold, Recipient } from './mail.store.js';
import type { UnsentNoticeRecord } from './mail.representation.js';
import type { NoticeDestination } from './notice-destinations.store.js';
import { noticeAddress, pageAddress, patronAddress } from '../addresses/addresses.js';
import { counted } from '../console/components/moment.js';
import { Field } from '../console/components/field.js';
import { PostForm } from '../console/components/form.js';
import { Link } from '../console/components/post-button.js';
import { Notice } from '../console/components/notice.js';
import { Title } from '../console/components/title.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

interface NoticePageProps {
  readonly frame: LibraryFrame;
  readonly hold: NoticedHold;
  /** Undefined if the hold has just ended. */
  readonly title: NoticeDestination | undefined;
  readonly recipient: Recipient;
  /** The patron's other refused notices: a corrected address repairs them, too. */
  readonly others: readonly NoticeDestination[];
  /** Undefined if it was sent meanwhile, or is being sent. */
  readonly notice: UnsentNoticeRecord | undefined;
}

/** One notice: its state, its address, and a form to correct that. */
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
      {notice !== undefined &&
        (notice.channel === 'text' ? (
          <SendAgain {...props} />
        ) : (
          recipient.emailAddress !== null && <RepairForm {...props} />
        ))}
      <Link to={pageAddress(websiteId, 'mail')}>Back to the mail</Link>
    </Layout>
  );
}

/** The number is the patron's own, who confirms another, or the library's, whose records bring it. */
function SendAgain({ hold }: NoticePageProps): VNode {
  return (
    <PostForm action={noticeAddress(hold.websiteId, hold.reserveId, hold.ticket)}>
      <p>
        It is a text message. The patron corrects the number in the settings of the shelf, or the library in
        its records.
      </p>
      <button type="submit">Send the notice again</button>
    </PostForm>
  );
}

function RepairForm({ hold, recipient, others }: NoticePageProps): VNode {
  return (
    <PostForm action={noticeAddress(hold.websiteId, hold.reserveId, hold.ticket)}>
      <Field
        label="E-mail address"
        type="email"
        hint="Correct it if it is wrong. Leave it if the mail server was at fault."
        name="emailAddress"
        value={recipient.emailAddress ?? undefined}
        autocomplete="off"
        required
      />
      <Others others={others} />
      <button type="submit">Send the notice again</button>
    </PostForm>
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

/** The meanings of the codes with which mail servers refuse mail most often (RFC 5321, 4.2.3). */
const MEANINGS: Readonly<Record<number, string>> = {
  550: 'there is no such mailbox',
  551: 'the mailbox has moved',
  552: 'the mailbox is full',
  553: 'the address is not valid',
  554: 'the mail was rejected',
  556: 'the domain accepts no mail',
};

/** The state of a notice, in words. */
export function deliveryInWords({
  state,
  channel,
  smtpCode,
  attempts,
  noticesOfMail,
}: UnsentNoticeRecord): string {
  const others = (noticesOfMail ?? 1) - 1;
  const shared = others === 0 ? '' : `, in one message with ${counted(others, 'other notice')}`;
  switch (state) {
    case 'refused':
      if (channel === 'text') return `The gateway refused the text message (${smtpCode ?? 0}).`;
      return `The mail server refused it: ${MEANINGS[smtpCode ?? 0] ?? 'it gave no usual reason'} (code ${smtpCode ?? 0}).`;
    case 'retrying':
      return `Not delivered yet after ${attempts ?? 0} attempts${shared}. It is tried again.`;
    case 'given-up':
      return `Not delivered after ${attempts ?? 0} attempts${shared}. It is not tried again.`;
    case 'sending':
      return `It is being sent${shared}, and takes unusually long.`;
  }
}

/** Where a notice goes, masked. */
export function maskedDestination(
  channel: UnsentNoticeRecord['channel'],
  { emailAddress, phone }: Pick<NoticeDestination, 'emailAddress' | 'phone'>,
): string {
  if (channel === 'mail') return maskedAddress(emailAddress);
  return phone === null ? 'text message' : maskedPhone(phone);
}

/** Masks an address so that its owner, and staff who know it, still recognize it. */
export function maskedAddress(emailAddress: string | null): string {
  if (emailAddress === null) return 'no address';
  const at = emailAddress.lastIndexOf('@');
  return `${emailAddress.slice(0, 1)}…${emailAddress.slice(at)}`;
}
