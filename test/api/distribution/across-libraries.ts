/** Statements that concern several libraries by their nature, with the reason. Names, or beginnings of unnamed statements. */
export const ACROSS_LIBRARIES: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^timers-(find-due-queues|seconds-to-next)(-in-group)?$/, 'one search for all libraries of a node'],
  [/^sandbox-end-pickups-in-time$/, 'all libraries of a sandbox have one clock'],
  [/^announced-ends-find-queues(-in-group)?$/, 'one search for all libraries of a node'],
  [/^lost-copies-find-(untold|over)(-in-group)?$/, 'one search for all libraries of a node'],
  [
    /^library-settings-(read-all|read-changed|count)$/,
    'each process keeps the settings of all libraries in memory',
  ],
  [/^closures-find-suspending(-in-group)?$/, 'one search for all libraries of a node'],
  [/^ils-list-passwords$/, 'a worker seals the passwords of all libraries anew'],
  [/^text-secrets-find$/, 'a worker seals the secrets of all libraries anew'],
  [/^holds-by-condition$/, 'a metric of the whole service'],
  [/^backlog-/, 'a metric of the whole service'],
  [/^soon-find-queues(-in-group)?$/, 'one search for all libraries of a node'],
  [/^watches-find-news(-in-group)?$/, 'one search for all libraries of a node'],
  [/^pace-review-find(-in-group)?$/, 'one search for all libraries of a node'],
  [/^event-outbox-find-(patrons|titles)(-in-group)?$/, 'one search for all libraries of a node'],
  [
    /^event-outbox-(former-find|take-up-(patrons|titles))$/,
    'what a worker does for all libraries when it starts, or after the former release',
  ],
  [/^event-outbox-waiting$/, 'a metric of the whole service'],
  [/^(outbox-find|reminders-find-due)(-in-group)?$/, 'one search for all libraries of a node'],
  [/-purge-find$/, 'one search for what has expired; it is deleted library by library'],
  [/^settings-find-of-tokens$/, 'whether another library takes the same tokens'],
  [/^bounces-find-sent(-together)?$/, 'a report of a mail server names no library'],
  [/^invariant-/, 'the doctor reads everything'],
  [/^repair-/, 'the repair rebuilds all counters'],
  [
    /^operator-mail(-refused|-delayed|-libraries|-count)?(-in-group)?$/,
    'the operator sees the mail of all libraries',
  ],
  [/^staff-record-(of-account|refused-sign-in)$/, 'the log of each library that somebody administers'],
  [/^popularity-find-outdated$/, 'one search for the queues of all libraries'],
  [
    /^wait-curves-find-(changed|old|outdated)$/,
    'one search for the queues of all libraries; nothing that has an end waits for it',
  ],
  [/^content-frame-origins$/, "the page of a sign-in is no library's own"],
  [/^library-days-due$/, 'one search for the libraries that have no figures of this hour'],
  [/^library-days-sample$/, 'the figures of many libraries at once: each shard writes those of its own'],
  [/^console-libraries(-in-group)?$/, 'staff of several libraries choose among theirs'],
  [
    /^(console-idle-copies|console-titles-without-copies|imports-flawed|refused-sign-ins-count)(-in-group)?$/,
    "today's exceptions of all libraries of staff",
  ],
  [/^shelf-libraries$/, 'a patron chooses a library to sign in to'],
  [/^library-brands$/, 'a page that names no library shows the only one that there is'],
  [/^catalog-collections-by-token$/, 'a client names a token of any of the libraries that it serves'],
  [/^demo-first-(library|patrons)$/, 'the demo is of the first library, whichever it is'],
  [
    /^SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM title_queue WHERE reserve_id = ANY/,
    'a title is shared by all libraries',
  ],
];

/** Calls of Prisma that are not about one library. */
export const PRISMA_ACROSS_LIBRARIES: readonly string[] = [
  // A command lists all libraries.
  'src/cli/library.store.ts library.findMany',
  // One search for what is to be forgotten, library by library.
  'src/records/csv/csv-runs.store.ts importRun.findMany',
  // Whether somebody administers all libraries.
  'src/staff/mail/mail.store.ts library.findFirst',
  // A batch of records names any libraries, and a client those that it serves.
  'src/records/engine/libraries.store.ts library.findMany',
  // No password has the name of a library.
  'src/staff/sign-in/accounts.store.ts library.findMany',
  // Staff of many libraries, or of all of them.
  'src/staff/actions/action-log.store.ts staffAction.findMany',
];

/** @param name of a statement, or its text without one */
export function concernsSeveralLibraries(name: string): boolean {
  return ACROSS_LIBRARIES.some(([pattern]) => pattern.test(name));
}
