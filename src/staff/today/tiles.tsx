import type { VNode } from 'preact';
import type { Coverage } from '../../domain/waits/calibration.js';
import {
  importAddress,
  type LibraryPage,
  pageAddress,
  pickupsAddress,
  queueAddress,
  withQuery,
} from '../addresses/addresses.js';
import { counted, durationOf } from '../console/components/moment.js';
import { Tile, type TileProps } from '../console/components/tile.js';
import { detailsOf } from '../console/components/title.js';
import { goalText } from '../console/components/wait.js';
import type { LibraryFrame } from '../console/frame.js';
import { isOpenTo } from '../permissions/permissions.js';
import type { RoleNeeded } from '../permissions/staff-principal.js';
import { driftOf } from './drift.js';
import { Trend } from './trend.js';
import { IMPORTS_SHOWN, type LibraryToday, type LibrarysDay } from './today.service.js';
import type { Estimates } from './work.service.js';
import { ENDING_SOON_DAYS, WEEKS_COMPARED } from './work.store.js';

interface TilesProps {
  readonly frame: LibraryFrame;
  readonly day: LibrarysDay;
}

/** The tasks in a library: titles first, then patrons, then the library itself. */
export function Tiles({ frame, day: { today, work } }: TilesProps): VNode {
  const { websiteId } = frame.library;
  const isOpen = (role: RoleNeeded): boolean => isOpenTo(frame.staff, role, websiteId);
  const to = (page: LibraryPage, text: string): TileProps['link'] => ({
    href: pageAddress(websiteId, page),
    text,
  });
  const { pickups, untold } = work.pickupsToday;
  const [own] = today.libraries;
  return (
    <ul class="cards" aria-label="Work">
      <TitlesOverGoal websiteId={websiteId} work={work} link={to('to-buy', 'To buy')} />
      <TitlesWithoutCopies
        websiteId={websiteId}
        titles={work.withoutUsableCopies}
        imports={isOpen('any') ? pageAddress(websiteId, 'imports') : undefined}
      />
      <EndingLicences
        of={work.endingLicences}
        address={withQuery(pageAddress(websiteId, 'licences'), {
          withinDays: ENDING_SOON_DAYS,
          loansLeft: 0,
        })}
      />
      <Tile
        title="Pickups that end today"
        figure={pickups}
        tone={untold > 0 ? 'warning' : 'plain'}
        link={{ href: pickupsAddress(websiteId), text: 'Pickups' }}
        trend={<Trend name="Ready holds" days={work.days} of={({ ready }) => ready} />}
      >
        <p>Who does not borrow in time loses the copy to the next in line.</p>
        {untold > 0 && (
          <p>{counted(untold, 'patron was', 'patrons were')} sent no notice: tell them in another way.</p>
        )}
      </Tile>
      {own && work.refusedSinceYesterday !== undefined && (
        <UndeliveredNotices
          undelivered={own.undelivered}
          sinceYesterday={work.refusedSinceYesterday}
          link={to('mail', 'Mail')}
          trend={
            <Trend
              name="Mails sent in a day"
              days={work.days.slice(0, -1)}
              of={({ mailsSent }) => mailsSent}
            />
          }
        />
      )}
      {own && isOpen('any') && <FlawedImports of={own} link={to('imports', 'Imports')} />}
      <EstimatedWaits work={work} link={to('charts', 'Charts')} />
    </ul>
  );
}

interface TitlesOverGoalProps {
  readonly websiteId: number;
  readonly work: LibrarysDay['work'];
  readonly link: TileProps['link'];
}

function TitlesOverGoal({ websiteId, work: { goal, overGoal, days }, link }: TitlesOverGoalProps): VNode {
  const { titles = 0, isPartial = false } = overGoal[0] ?? {};
  return (
    <Tile
      title="Titles to buy more of"
      figure={atLeast(titles, isPartial)}
      tone="warning"
      link={link}
      trend={<Trend name="Holds in all queues" days={days} of={({ liveHolds }) => liveHolds} />}
    >
      <p>They have copies, but more than {goalText(goal, 'or')}.</p>
      <ul>
        {overGoal.map((title) => (
          <li key={title.reserveId}>
            <a href={queueAddress(websiteId, title.reserveId)}>{title.title}</a> ({detailsOf(title)}):{' '}
            {counted(title.liveHolds, 'hold')}, {counted(title.copies, 'copy', 'copies')}
          </li>
        ))}
      </ul>
    </Tile>
  );
}

interface TitlesWithoutCopiesProps {
  readonly websiteId: number;
  readonly titles: LibrarysDay['work']['withoutUsableCopies'];
  /** For staff who may import. */
  readonly imports: string | undefined;
}

const IMPORTS = 'Imports';

function TitlesWithoutCopies({ websiteId, titles, imports }: TitlesWithoutCopiesProps): VNode {
  // Sorted by wait, so that titles that nobody will get are first.
  const all = withQuery(pageAddress(websiteId, 'queues'), { sort: 'wait' });
  return (
    <Tile
      title="Titles with no copy for those who wait"
      figure={titles[0]?.titles ?? 0}
      tone="warning"
      link={{ href: all, text: 'Queues' }}
    >
      <p>
        Patrons wait, but there is no copy that they may use. Buy copies, or withdraw the title by a file
        under {imports === undefined ? IMPORTS : <a href={imports}>{IMPORTS}</a>}: its holds end, and their
        patrons are told.
      </p>
      <ul>
        {titles.map((title) => (
          <li key={title.reserveId}>
            <a href={queueAddress(websiteId, title.reserveId)}>{title.title}</a> ({detailsOf(title)})
            {title.seconds === null ? ': all holds are suspended' : `: for ${durationOf(title.seconds)}`}
          </li>
        ))}
      </ul>
    </Tile>
  );
}

interface EndingLicencesProps {
  readonly of: LibrarysDay['work']['endingLicences'];
  readonly address: string;
}

/** Absent where none ends: most libraries have no licences. */
function EndingLicences({ of: { licences, holds }, address }: EndingLicencesProps): VNode | null {
  if (licences === 0) return null;
  return (
    <Tile
      title="Licences that end this week"
      figure={licences}
      tone={holds > 0 ? 'warning' : 'plain'}
      link={{ href: address, text: 'Licences' }}
    >
      <p>{holds === 0 ? 'Nobody waits' : counted(holds, 'patron waits', 'patrons wait')} for their titles.</p>
    </Tile>
  );
}

interface UndeliveredNoticesProps {
  readonly undelivered: LibraryToday['undelivered'];
  readonly sinceYesterday: number;
  readonly link: TileProps['link'];
  readonly trend: TileProps['trend'];
}

function UndeliveredNotices({ undelivered, sinceYesterday, link, trend }: UndeliveredNoticesProps): VNode {
  return (
    <Tile
      title="Notices not delivered"
      figure={undelivered.refused + undelivered['given-up']}
      tone="problem"
      link={link}
      trend={trend}
    >
      <p>
        Their patrons do not know that a copy is ready, or that a hold ends. Correct the address, or tell them
        in another way.
      </p>
      {sinceYesterday > 0 && <p>{counted(sinceYesterday, 'was', 'were')} refused since yesterday.</p>}
    </Tile>
  );
}

interface FlawedImportsProps {
  readonly of: LibraryToday;
  readonly link: TileProps['link'];
}

function FlawedImports({ of: { library, flawedImports }, link }: FlawedImportsProps): VNode {
  return (
    <Tile
      title="Imports that ended badly"
      figure={atLeast(flawedImports.length, flawedImports.length === IMPORTS_SHOWN.limit)}
      tone={flawedImports.some(({ state }) => state !== 'done') ? 'problem' : 'warning'}
      link={link}
    >
      <ul>
        {flawedImports.map((run) => (
          <li key={run.importId}>
            <a href={importAddress(library.websiteId, run.importId)}>{run.fileName}</a>: {outcomeOf(run)}
          </li>
        ))}
      </ul>
    </Tile>
  );
}

/** Marks a count that is incomplete. */
function atLeast(count: number, isPartial: boolean): number | string {
  return isPartial && count > 0 ? `${count.toLocaleString('en')} or more` : count;
}

function outcomeOf({ state, applied, rejected }: LibraryToday['flawedImports'][number]): string {
  const lines = rejected > 0 ? `${counted(rejected, 'line')} rejected` : undefined;
  if (state !== 'done') return ['stopped early', lines].filter(Boolean).join(', ');
  return `${lines}, ${applied === 0 ? 'nothing applied' : 'the others applied'}`;
}

interface EstimatedWaitsProps {
  readonly work: LibrarysDay['work'];
  readonly link: TileProps['link'];
}

/** Inconspicuous while estimates prove right, and absent while nothing is known of that. */
function EstimatedWaits({ work: { estimates, estimatesBefore }, link }: EstimatedWaitsProps): VNode | null {
  const drift = driftOf(estimates);
  if (drift === undefined) return null;
  const isKnownBefore = [estimatesBefore.likely, estimatesBefore.latest].every(
    ({ interval }) => interval !== undefined,
  );
  const weeks = counted(WEEKS_COMPARED, 'week');
  return (
    <Tile
      title="Estimated waits that are wrong"
      figure={drift === 'none' ? 0 : `too ${drift}`}
      tone="warning"
      link={link}
    >
      <p>
        Of the holds that became ready in the last {weeks}, {sharesOf(estimates)}. Half should be ready by the
        first time, and nine of ten by the second.
      </p>
      {isKnownBefore && (
        <p>
          In the {weeks} before, {sharesOf(estimatesBefore)}.
        </p>
      )}
    </Tile>
  );
}

function sharesOf({ likely, latest }: Estimates): string {
  return `${shareOf(likely)} were ready by the likely time that their patrons were told, and ${shareOf(latest)} by the latest`;
}

function shareOf({ readyByThen, holds }: Coverage): string {
  return holds === 0 ? 'none' : `${Math.round((100 * readyByThen) / holds)} %`;
}
