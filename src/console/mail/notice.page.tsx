import type { VNode } from 'preact';
import { OCCASION_DEFINITIONS } from '../../notifications/occasions/occasions.js';
import type { NoticedHold, Recipient } from '../../operator/mail/mail.store.js';
import type { UnsentNoticeRecord } from '../../operator/mail/mail.representation.js';
import { noticeAddress, pageAddress, patronAddress } from '../addresses.js';
import { Field } from '../components/field.js';
import { Notice } from '../components/notice.js';
import type { LibraryFrame } from '../frame.js';
import { Layout } from '../layout.js';
import { whatHappened } from './what-happened.js';

interface NoticePageProps {
  readonly frame: LibraryFrame;
  readonly hold: NoticedHold;
  readonly recipient: Recipient;
  /** Undefined: it was sent meanwhile, or is being sent. */
  readonly notice: UnsentNoticeRecord | undefined;
}

/** One notice: what happened to it, where it went, and where it should go. */
export function NoticePage({ frame, hold, recipient, notice }: NoticePageProps): VNode {
  const { websiteId, reserveId, ticket } = hold;
  return (
    <Layout frame={frame} section="mail" title="Repair a notice">
      <p>
        It tells <a href={patronAddress(websiteId, recipient.patronId)}>{`patron ${recipient.patronId}`}</a>{' '}
        {notice === undefined ? 'about a hold' : `that ${OCCASION_DEFINITIONS[notice.occasion].staffClause}`}.
      </p>
      {notice === undefined ? (
        <Notice tone="good">This notice is no longer in the list of those that were not delivered.</Notice>
      ) : (
        <Notice tone="problem">{whatHappened(notice)}</Notice>
      )}
      {recipient.emailAddress !== null && notice !== undefined && (
        <form method="post" action={noticeAddress(websiteId, reserveId, ticket)}>
          <Field
            label="E-mail address"
            name="emailAddress"
            type="email"
            value={recipient.emailAddress}
            hint="Correct it if it is wrong. Leave it if the mail server was at fault."
            autocomplete="off"
            required
          />
          <button type="submit">Send the notice again</button>
        </form>
      )}
      <p>
        <a href={pageAddress(websiteId, 'mail')}>Back to the mail</a>
      </p>
    </Layout>
  );
}
