import { type Alert, alertsOf, firstOf, MAX_ALERTS } from '../../../src/staff/today/alerts.js';
import type { LibraryToday, Today } from '../../../src/staff/today/today.service.js';

const LIBRARY: LibraryToday = {
  library: { websiteId: 37, name: 'Harbour' },
  undelivered: { refused: 0, retrying: 0, 'given-up': 0, sending: 0 },
  idleCopies: 0,
  titlesWithoutCopies: 0,
  flawedImports: [],
  silentWebhooks: [],
  refusedSignIns: undefined,
};
const GOOD: Today = {
  isMailPaused: false,
  jobRunners: 1,
  oldestNoticeSeconds: 60,
  overdueSeconds: 60,
  hasMoreUndelivered: false,
  libraries: [LIBRARY],
  unreachable: [],
};

const inLibrary = (members: Partial<LibraryToday>): Partial<Today> => ({
  libraries: [{ ...LIBRARY, ...members }],
});

test.each<[Partial<Today>, string[]]>([
  // Delays of a minute are none.
  [{}, []],
  [{ unreachable: [3, 12] }, ['problem: Nothing is known of 2 libraries: 3, 12']],
  [{ jobRunners: 0 }, ['problem: No notices are sent, and pickups do not end in time']],
  [{ oldestNoticeSeconds: 61 }, ['warning: Notices are late']],
  [{ overdueSeconds: 61 }, ['problem: Pickups, suspensions or loans end late']],
  // Paused mail is late by intention.
  [{ isMailPaused: true, oldestNoticeSeconds: 4000 }, ['problem: Mail is paused']],
  [
    inLibrary({ undelivered: { ...LIBRARY.undelivered, refused: 1 } }),
    ['problem: Harbour: 1 notice not delivered'],
  ],
  [
    inLibrary({ undelivered: { refused: 1000, 'given-up': 2, retrying: 3, sending: 4 } }),
    ['problem: Harbour: 1,002 notices not delivered', 'warning: Harbour: 7 notices delayed'],
  ],
  [inLibrary({ idleCopies: 1 }), ['problem: Harbour: 1 copy is idle while somebody waits']],
  [inLibrary({ titlesWithoutCopies: 1 }), ['warning: Harbour: 1 title is waited for, without a copy']],
  [inLibrary({ titlesWithoutCopies: 12 }), ['warning: Harbour: 12 titles are waited for, without a copy']],
  [
    inLibrary({
      refusedSignIns: { websiteId: 37, count: 3, seconds: 7_300, reasons: ['no rule fits PC "X"'] },
    }),
    ['warning: Harbour: 3 sign-ins refused, although its system knows the patrons'],
  ],
  [inLibrary({ idleCopies: 2 }), ['problem: Harbour: 2 copies are idle while somebody waits']],
])('%j needs somebody: %j', (today, alerts) => {
  const seen = alertsOf({ ...GOOD, ...today }).map(({ tone, title }: Alert) => `${tone}: ${title}`);
  expect(seen).toEqual(alerts);
});

test('a page has a hundred of them, and problems before warnings if there are more', () => {
  const late = Array.from({ length: 70 }, (_, id) => ({
    ...LIBRARY,
    library: { websiteId: id, name: `Library ${id}` },
    undelivered: { ...LIBRARY.undelivered, retrying: 1, refused: 1 },
  }));
  const all = alertsOf({ ...GOOD, libraries: late });
  expect(all).toHaveLength(140);
  const shown = firstOf(all);
  expect(shown).toHaveLength(MAX_ALERTS);
  expect(shown.slice(0, 70).every(({ tone }) => tone === 'problem')).toBe(true);
  expect(firstOf(all.slice(0, 100))).toEqual(all.slice(0, 100));
});
