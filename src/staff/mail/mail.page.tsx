import type { VNode } from 'preact';
import { staffNameOf } from '../../notifications/notice-types/notice-types.js';
import type { MailStatusRecord, UnsentNoticeRecord } from './mail.representation.js';
import type { NoticeDestination } from './notice-destinations.store.js';
import { noticeAddress, pageAddress, patronAddress } from '../addresses/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Box } from '../console/components/field.js';
import { PostForm } from '../console/components/form.js';
import { PostButton } from '../console/components/post-button.js';
import { counted, durationOf, Moment } from '../console/components/moment.js';
import { Notice } from '../console/components/notice.js';
import { type Column, Table } from '../console/components/table.js';
import { Title } from '../console/components/title.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { deliveryInWords, maskedDestination } from './notice.page.js';

/** A library with more has a mail server that is down, which the first ones show well enough. */
export const MAX_NOTICES = 200;

/** A notice; if its hold is live, also the title and the address. */
export interface ListedNotice extends UnsentNoticeRecord {
  readonly destination: NoticeDestination | undefined;
}

interface MailPageProps {
  readonly frame: LibraryFrame;
  readonly status: MailStatusRecord;
  readonly notices: readonly ListedNotice[];
  /** Why the mail server accepts nothing. */
  readonly problem: string | undefined;
}

/** The undelivered notices, each with a link to its repair. */
export function MailPage({ frame, status, notices, problem }: MailPageProps): VNode {
  const { websiteId } = frame.library;
  return (
    <Layout frame={frame} section="mail" title="Mail">
      <Pause frame={frame} status={status} />
      {problem !== undefined && (
        <Notice tone="problem">{problem} Whoever runs the service can mend it.</Notice>
      )}
      <Facts
        facts={[
          ['Not delivered', notices.length < MAX_NOTICES ? notices.length : `at least ${MAX_NOTICES}`],
          ['Waiting in the service', String(status.waiting)],
          ['Oldest that waits', status.waiting === 0 ? 'none' : durationOf(status.oldestSeconds)],
        ]}
      />
      <Unreachable libraries={status.unreachableLibraries} />
      <h2>Not delivered</h2>
      <Table
        caption="Notices that were not delivered"
        empty="All notices were delivered, or are on their way."
        rows={notices}
        columns={columnsOf(websiteId)}
      />
      {notices.length > 0 && (
        <PostButton to={`${pageAddress(websiteId, 'mail')}/retry`}>Send all again</PostButton>
      )}
    </Layout>
  );
}

function columnsOf(websiteId: number): Column<ListedNotice>[] {
  return [
    {
      heading: 'Patron',
      isName: true,
      cell: ({ patronId }) =>
        patronId === null ? (
          'No longer known'
        ) : (
          <a href={patronAddress(websiteId, patronId)}>{`Patron ${patronId}`}</a>
        ),
    },
    {
      heading: 'Title',
      cell: ({ destination }) => (destination === undefined ? '–' : <Title of={destination} />),
    },
    {
      heading: 'To',
      cell: ({ channel, destination }) =>
        destination === undefined ? '–' : maskedDestination(channel, destination),
    },
    { heading: 'Notice', cell: ({ occasion, reason }) => staffNameOf(occasion, reason) },
    { heading: 'What happened', cell: deliveryInWords },
    { heading: 'When', cell: (notice) => <When notice={notice} /> },
    {
      heading: 'Repair',
      cell: ({ reserveId, ticket, patronId }) =>
        patronId === null ? (
          '–'
        ) : (
          <a
            href={noticeAddress(websiteId, reserveId, ticket)}
            aria-label={`Repair the notice to patron ${patronId}`}
          >
            Repair
          </a>
        ),
    },
  ];
}

function When({ notice }: { readonly notice: UnsentNoticeRecord }): VNode {
  const at = notice.failedAt ?? notice.sendingSince;
  return <>{at === null ? '–' : <Moment at={new Date(at)} />}</>;
}

function Pause({ frame, status }: Pick<MailPageProps, 'frame' | 'status'>): VNode | null {
  if (status.paused === null) return null;
  if (status.paused === 'setting')
    return <Notice tone="warning">Mail is paused by the setting MAIL_PAUSED. Notices wait.</Notice>;
  const { websiteId } = frame.library;
  const mayResume = frame.mayUse('resume');
  return (
    <>
      <Notice tone="warning">
        Mail is paused, because this database is a restored copy. Notices wait until somebody is certain that
        the original sends none any more.
      </Notice>
      {mayResume && (
        <PostForm action={`${pageAddress(websiteId, 'mail')}/resume`}>
          <Box name="originalIsStopped" required>
            The original service no longer sends mail
          </Box>
          <button type="submit">Resume mail</button>
        </PostForm>
      )}
    </>
  );
}

function Unreachable({ libraries }: { readonly libraries: readonly number[] }): VNode | null {
  if (libraries.length === 0) return null;
  return (
    <Notice tone="problem">
      What waits is counted without {counted(libraries.length, 'library', 'libraries')} whose node of the
      database does not answer.
    </Notice>
  );
}
