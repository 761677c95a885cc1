import type { Run } from '../../records/engine/import-runs.store.js';
import { importAddress, type LibraryPage, pageAddress } from '../addresses/addresses.js';
import { counted, durationOf } from '../console/components/moment.js';
import type { NamedLibrary } from '../../platform/database/libraries.store.js';
import type { SilentWebhook } from '../../events/webhooks/webhooks.store.js';
import type { RefusedSignIns } from '../../access/ils/refused-sign-ins.store.js';
import type { LibraryToday, Today } from './today.service.js';

/** Something that staff must act on. */
export interface Alert {
  readonly tone: 'warning' | 'problem';
  readonly title: string;
  /** The meaning, and what to do. */
  readonly text: string;
  /** A link to the repair; undefined if that is not in the console. */
  readonly repair?: { readonly href: string; readonly text: string } | undefined;
}

/** Shorter delays are normal: a mail server takes its time, and timers sleep until something is due. */
const NORMAL_DELAY_SECONDS = 60;

/** All alerts, those of the whole service first. */
export function alertsOf(today: Today): Alert[] {
  const ofLibraries = today.libraries.flatMap((library) => [
    ...workAlerts(library),
    ...technicalAlerts(library),
  ]);
  return [...serviceAlerts(today), ...ofLibraries];
}

/** The alerts that no tile of a library's page shows. */
export function alertsBesideTiles(today: Today): Alert[] {
  return [...serviceAlerts(today), ...today.libraries.flatMap((library) => technicalAlerts(library))];
}

/** Nobody reads a longer page. */
export const MAX_ALERTS = 100;

/** The alerts that a page shows; problems first if there are more. */
export function firstOf(alerts: readonly Alert[]): readonly Alert[] {
  if (alerts.length <= MAX_ALERTS) return alerts;
  const rank = ({ tone }: Alert): number => (tone === 'problem' ? 0 : 1);
  return alerts.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_ALERTS);
}

function serviceAlerts(today: Today): Alert[] {
  const { isMailPaused, jobRunners, oldestNoticeSeconds, overdueSeconds, unreachable } = today;
  const found: Alert[] = [];
  if (unreachable.length > 0)
    found.push({
      tone: 'problem',
      title: `Nothing is known of ${counted(unreachable.length, 'library', 'libraries')}: ${numbersOf(unreachable)}`,
      text: 'Their node of the database does not answer. The other libraries go on. See "When a node stops" in docs/operations/scaling.md.',
    });
  if (jobRunners === 0)
    found.push({
      tone: 'problem',
      title: 'No notices are sent, and pickups do not end in time',
      text: 'No process of the service does it. Whoever runs the service starts one with ROLE=worker or ROLE=all.',
    });
  if (isMailPaused)
    found.push({
      tone: 'problem',
      title: 'Mail is paused',
      text: 'Notices wait in the database. On a copy that has taken over, run "holdfast resume-mail"; otherwise see the setting MAIL_PAUSED.',
    });
  else if (oldestNoticeSeconds > NORMAL_DELAY_SECONDS)
    found.push({
      tone: 'warning',
      title: 'Notices are late',
      text: `The oldest notice has been waiting for ${durationOf(oldestNoticeSeconds)}. The mail server may be down.`,
    });
  if (overdueSeconds > NORMAL_DELAY_SECONDS)
    found.push({
      tone: 'problem',
      title: 'Pickups, suspensions or loans end late',
      text: `One has been over for ${durationOf(overdueSeconds)}. Whoever runs the service sees in its log why.`,
    });
  return found;
}

/** The limit on library numbers in an alert. */
const MAX_NUMBERS = 20;

export function numbersOf(libraries: readonly number[]): string {
  const named = libraries.slice(0, MAX_NUMBERS).join(', ');
  const more = libraries.length - MAX_NUMBERS;
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Alerts that a library's own page shows as tiles. */
function workAlerts({ library, undelivered, titlesWithoutCopies, flawedImports }: LibraryToday): Alert[] {
  const found: Alert[] = [];
  const failed = undelivered.refused + undelivered['given-up'];
  if (failed > 0)
    found.push({
      tone: 'problem',
      title: `${library.name}: ${counted(failed, 'notice')} not delivered`,
      text: `The ${failed === 1 ? 'patron does' : 'patrons do'} not know that a copy is ready, or that a hold ends. Correct the address, or tell them in another way.`,
      repair: linkTo(library, 'mail', 'Mail'),
    });
  if (titlesWithoutCopies > 0)
    found.push({
      tone: 'warning',
      title: `${library.name}: ${counted(titlesWithoutCopies, 'title is', 'titles are')} waited for, without a copy`,
      text: 'Nobody who waits will get one. Buy copies, or withdraw the title by a file under Imports: its holds end, and their patrons are told.',
      repair: linkTo(library, 'queues', 'Queues'),
    });
  return [...found, ...flawedImports.map((run) => importAlert(library, run))];
}

function technicalAlerts({
  library,
  undelivered,
  idleCopies,
  silentWebhooks,
  refusedSignIns,
}: LibraryToday): Alert[] {
  const found: Alert[] = [];
  const late = undelivered.retrying + undelivered.sending;
  if (late > 0)
    found.push({
      tone: 'warning',
      title: `${library.name}: ${counted(late, 'notice')} delayed`,
      text: 'The mail server has not accepted them yet. They are sent again automatically.',
      repair: linkTo(library, 'mail', 'Mail'),
    });
  if (idleCopies > 0)
    found.push({
      tone: 'problem',
      title: `${library.name}: ${counted(idleCopies, 'copy is', 'copies are')} idle while somebody waits`,
      text: 'This must never happen. Run "holdfast doctor", and report what it says.',
      repair: linkTo(library, 'queues', 'Queues'),
    });
  return [
    ...found,
    ...silentWebhooks.map((webhook) => webhookAlert(library, webhook)),
    ...(refusedSignIns === undefined ? [] : [signInAlert(library, refusedSignIns)]),
  ];
}

function linkTo({ websiteId, name }: NamedLibrary, page: LibraryPage, text: string): Alert['repair'] {
  return { href: pageAddress(websiteId, page), text: `${text} of ${name}` };
}

function signInAlert({ websiteId, name }: NamedLibrary, refused: RefusedSignIns): Alert {
  const { count, seconds, reasons } = refused;
  return {
    tone: 'warning',
    title: `${name}: ${counted(count, 'sign-in')} refused, although its system knows the patrons`,
    text: `In the last ${durationOf(seconds)}: ${reasons.join('; ')}. Correct the settings of the sign-in, or add the category.`,
    repair: linkTo({ websiteId, name }, 'settings', 'Settings'),
  };
}

function webhookAlert({ websiteId, name }: NamedLibrary, webhook: SilentWebhook): Alert {
  const { host } = new URL(webhook.url);
  const isDisabled = webhook.disabledBecause !== null;
  return {
    tone: isDisabled ? 'problem' : 'warning',
    title: `${name}: the webhook to ${host} ${isDisabled ? 'was disabled' : 'accepts nothing'}`,
    text: isDisabled
      ? 'That system is told of nothing any more. When it works again, enable the webhook: it then gets what it has missed.'
      : 'What it does not accept is sent again, for three days. See what it answers.',
    repair: linkTo({ websiteId, name }, 'webhooks', 'Webhooks'),
  };
}

function importAlert({ websiteId, name }: NamedLibrary, run: Run): Alert {
  const { importId, fileName, applied, rejected, state } = run;
  const isWhole = state === 'done';
  const lines = rejected > 0 && `${counted(rejected, 'line')} rejected`;
  const faults = [!isWhole && 'stopped early', lines].filter(Boolean);
  return {
    tone: isWhole ? 'warning' : 'problem',
    title: `${name}: ${faults.join(', ')} in the import of ${fileName}`,
    text: isWhole
      ? `${applied === 0 ? 'Nothing is applied.' : 'The other lines are applied.'} Correct the rejected ones, and import them again.`
      : 'The rest is not applied. Import everything again: lines that are applied already change nothing.',
    repair: { href: importAddress(websiteId, importId), text: `Import of ${fileName}` },
  };
}
