import type { VNode } from 'preact';
import { libraryAddress, pageAddress } from '../addresses.js';
import { Facts } from '../components/facts.js';
import { counted, durationOf } from '../components/moment.js';
import { Notice } from '../components/notice.js';
import { Table } from '../components/table.js';
import type { Frame } from '../frame.js';
import { Layout } from '../layout.js';
import type { NamedLibrary } from '../libraries.store.js';
import { type Exception, exceptionsOf } from './exceptions.js';
import { MAX_NOTICES_COUNTED, type Today } from './today.service.js';

interface TodayPageProps {
  readonly frame: Frame;
  readonly today: Today;
}

/** The exceptions first, or the plain word that there are none. */
export function TodayPage({ frame, today }: TodayPageProps): VNode {
  const exceptions = exceptionsOf(today);
  return (
    <Layout frame={frame} section="today" title="Today">
      {exceptions.length === 0 ? (
        <Notice tone="good">There are no exceptions. Nothing needs your attention now.</Notice>
      ) : (
        <ExceptionList exceptions={exceptions} />
      )}
      {today.hasMoreUndelivered && (
        <p>
          Only the latest {counted(MAX_NOTICES_COUNTED, 'undelivered notice')} of all libraries are counted.
        </p>
      )}
      <h2>Measured now</h2>
      <Facts facts={measured(today)} />
      {frame.library === undefined && (
        <LibraryTable libraries={today.libraries.map(({ library }) => library)} />
      )}
    </Layout>
  );
}

function ExceptionList({ exceptions }: { readonly exceptions: readonly Exception[] }): VNode {
  return (
    <ul class="cards" aria-label="Exceptions">
      {exceptions.map(({ tone, title, text, repair }) => (
        <li key={title} class={`card ${tone}`}>
          <h2>{title}</h2>
          <p>{text}</p>
          {repair && (
            <p>
              <a href={repair.href}>{repair.text}</a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function measured(today: Today): [string, string][] {
  const idle = today.libraries.reduce((sum, { idleCopies }) => sum + idleCopies, 0);
  return [
    ['Copies idle while somebody waits', idle === 0 ? 'none' : String(idle)],
    ['Oldest notice that waits', delayOf(today.oldestNoticeSeconds)],
    ['Longest overdue timer', delayOf(today.overdueSeconds)],
    ['Workers', String(today.jobRunners)],
  ];
}

function delayOf(seconds: number): string {
  return seconds === 0 ? 'none' : durationOf(seconds);
}

interface LibrariesPageProps {
  readonly frame: Frame;
  readonly libraries: readonly NamedLibrary[];
}

/** Where staff of several libraries choose one. */
export function LibrariesPage({ frame, libraries }: LibrariesPageProps): VNode {
  return (
    <Layout frame={frame} section="today" title="Libraries">
      <LibraryTable libraries={libraries} />
    </Layout>
  );
}

function LibraryTable({ libraries }: { readonly libraries: readonly NamedLibrary[] }): VNode {
  return (
    <Table
      caption="Your libraries"
      empty="There is no library yet."
      rows={libraries}
      columns={[
        {
          heading: 'Library',
          isName: true,
          cell: ({ websiteId, name }) => <a href={libraryAddress(websiteId)}>{name}</a>,
        },
        { heading: 'Number', isNumber: true, cell: ({ websiteId }) => websiteId },
        {
          heading: 'Queues',
          cell: ({ websiteId, name }) => (
            <a href={pageAddress(websiteId, 'queues')} aria-label={`Queues of ${name}`}>
              Queues
            </a>
          ),
        },
      ]}
    />
  );
}
