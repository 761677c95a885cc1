import type { VNode } from 'preact';
import { CONSOLE, LIBRARIES, libraryAddress, pageAddress, withQuery } from '../addresses/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Field } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { counted, durationOf } from '../console/components/moment.js';
import { Notice } from '../console/components/notice.js';
import { Link } from '../console/components/post-button.js';
import { Pager } from '../console/components/pager.js';
import { Table } from '../console/components/table.js';
import type { Frame, LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import type { ReachableRows } from '../../platform/database/reachable-libraries.js';
import type { NamedLibrary } from '../../platform/database/libraries.store.js';
import { type Alert, alertsBesideTiles, alertsOf, firstOf, numbersOf } from './alerts.js';
import type { LibrariesQuery } from './today.requests.js';
import { Tiles } from './tiles.js';
import { type LibrarysDay, MAX_NOTICES_COUNTED, type Today } from './today.service.js';

interface TodayPageProps {
  readonly frame: Frame;
  readonly today: Today;
}

/** For several libraries: the alerts, or a sentence that there are none. */
export function TodayPage({ frame, today }: TodayPageProps): VNode {
  const alerts = alertsOf(today);
  const shown = firstOf(alerts);
  return (
    <Layout frame={frame} section="today" title="Today">
      {alerts.length === 0 ? NOTHING_TO_DO : <AlertList alerts={shown} />}
      {alerts.length > shown.length && (
        <p>There are {counted(alerts.length - shown.length, 'more exception')}.</p>
      )}
      {today.hasMoreUndelivered && NOT_ALL_COUNTED}
      <h2>How the service runs</h2>
      <Facts facts={measured(today)} />
      <LibraryTable libraries={today.libraries.map(({ library }) => library)} page={1} />
    </Layout>
  );
}

interface LibrarysTodayPageProps {
  readonly frame: LibraryFrame;
  readonly day: LibrarysDay;
}

/** For one library: its tasks, and then the alerts of the whole service. */
export function LibrarysTodayPage({ frame, day }: LibrarysTodayPageProps): VNode {
  const alerts = alertsBesideTiles(day.today);
  return (
    <Layout frame={frame} section="today" title="Today">
      {alerts.some(({ tone }) => tone === 'problem') && (
        <Notice tone="problem">
          The service itself needs somebody: <a href={`#${SERVICE}`}>see what is wrong</a>.
        </Notice>
      )}
      <Tiles frame={frame} day={day} />
      {day.today.hasMoreUndelivered && NOT_ALL_COUNTED}
      <h2 id={SERVICE}>How the service runs</h2>
      {alerts.length > 0 && <AlertList alerts={firstOf(alerts)} heading="h3" />}
      <Facts facts={measured(day.today)} />
    </Layout>
  );
}

const SERVICE = 'service';

const NOTHING_TO_DO = <Notice tone="good">There are no alerts. Nothing needs your attention now.</Notice>;

const NOT_ALL_COUNTED = (
  <p>Only the latest {counted(MAX_NOTICES_COUNTED, 'undelivered notice')} of all libraries are counted.</p>
);

interface AlertListProps {
  readonly alerts: readonly Alert[];
  /** The level of each alert's heading. */
  readonly heading?: 'h2' | 'h3';
}

function AlertList({ alerts, heading: Heading = 'h2' }: AlertListProps): VNode {
  return (
    <ul class="cards" aria-label="Alerts">
      {alerts.map(({ tone, title, text, repair }) => (
        <li key={title} class={`card ${tone}`}>
          <Heading>{title}</Heading>
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
    ['Free copies kept from those who wait', idle === 0 ? 'none' : String(idle)],
    ['Mail that waits to be sent', delayOf(today.oldestNoticeSeconds)],
    ['Pickups and loans that should have ended', delayOf(today.overdueSeconds)],
    ['Processes that send mail and end pickups', String(today.jobRunners)],
  ];
}

function delayOf(seconds: number): string {
  return seconds < 1 ? 'none' : `for ${durationOf(seconds)}`;
}

interface LibrariesPageProps {
  readonly frame: Frame;
  readonly libraries: ReachableRows<NamedLibrary>;
  readonly wanted: LibrariesQuery;
}

/** Staff of several libraries choose one here. */
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
      <Link to={CONSOLE}>What stands out today in all of them</Link>
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
