import type { VNode } from 'preact';
import { LIBRARIES, libraryAddress, pageAddress, withQuery } from '../console/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Field } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { counted, durationOf } from '../console/components/moment.js';
import { Notice } from '../console/components/notice.js';
import { Pager } from '../console/components/pager.js';
import { Table } from '../console/components/table.js';
import type { Frame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import type { ReachableRows } from '../../platform/database/reachable-libraries.js';
import type { NamedLibrary } from '../../platform/database/libraries.store.js';
import { type Alert, alertsOf, firstOf, numbersOf } from './alerts.js';
import type { LibrariesQuery } from './today.requests.js';
import { MAX_NOTICES_COUNTED, type Today } from './today.service.js';

interface TodayPageProps {
  readonly frame: Frame;
  readonly today: Today;
}

/** The alerts first, or the plain word that there are none. */
export function TodayPage({ frame, today }: TodayPageProps): VNode {
  const alerts = alertsOf(today);
  const shown = firstOf(alerts);
  return (
    <Layout frame={frame} section="today" title="Today">
      {alerts.length === 0 ? (
        <Notice tone="good">There are no alerts. Nothing needs your attention now.</Notice>
      ) : (
        <AlertList alerts={shown} />
      )}
      {alerts.length > shown.length && (
        <p>There are {counted(alerts.length - shown.length, 'more exception')}.</p>
      )}
      {today.hasMoreUndelivered && (
        <p>
          Only the latest {counted(MAX_NOTICES_COUNTED, 'undelivered notice')} of all libraries are counted.
        </p>
      )}
      <h2>Measured now</h2>
      <Facts facts={measured(today)} />
      {frame.library === undefined && (
        <LibraryTable libraries={today.libraries.map(({ library }) => library)} page={1} />
      )}
    </Layout>
  );
}

function AlertList({ alerts }: { readonly alerts: readonly Alert[] }): VNode {
  return (
    <ul class="cards" aria-label="Alerts">
      {alerts.map(({ tone, title, text, repair }) => (
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
  readonly libraries: ReachableRows<NamedLibrary>;
  readonly wanted: LibrariesQuery;
}

/** Where staff of several libraries choose one. */
export function LibrariesPage({ frame, libraries, wanted }: LibrariesPageProps): VNode {
  const { page = 1, name = '' } = wanted;
  const folded = name.trim().toLowerCase();
  const found = libraries.rows.filter(
    (library) => library.name.toLowerCase().includes(folded) || String(library.websiteId) === folded,
  );
  return (
    <Layout frame={frame} section="today" title="Libraries">
      <Form isLine method="get" action={LIBRARIES} button="Show">
        <Field label="Name contains" name="name" type="search" value={name} />
      </Form>
      {libraries.unreachable.length > 0 && (
        <Notice tone="problem">
          These libraries cannot be reached now: {numbersOf(libraries.unreachable)}.
        </Notice>
      )}
      <LibraryTable libraries={found} page={page} name={name} />
    </Layout>
  );
}

const LIBRARIES_SHOWN = 50;

interface LibraryTableProps {
  readonly libraries: readonly NamedLibrary[];
  /** From 1. */
  readonly page: number;
  readonly name?: string;
}

function LibraryTable({ libraries, page, name }: LibraryTableProps): VNode {
  const start = (page - 1) * LIBRARIES_SHOWN;
  const end = start + LIBRARIES_SHOWN;
  const pageLink = (wanted: number): string =>
    withQuery(LIBRARIES, { name, page: wanted === 1 ? undefined : wanted });
  return (
    <>
      <Table
        caption="Your libraries"
        empty={page === 1 && !name ? 'There is no library yet.' : 'There is no such library.'}
        rows={libraries.slice(start, end)}
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
      <Pager
        first={page > 1 ? pageLink(1) : undefined}
        previous={page > 1 ? pageLink(page - 1) : undefined}
        next={end < libraries.length ? pageLink(page + 1) : undefined}
      />
    </>
  );
}
