import fc from 'fast-check';
import type { PlannedStep } from './targets.js';
import { CATEGORIES, type Category, COLLECTIONS, FORMAT_CLASSES, type Setup, TITLES } from './state.js';
import { type NamedBy, PATRONS, type SentEmail, type SentSuspension, type Step } from './steps.js';

const patron = fc.nat({ max: PATRONS - 1 });
/** Most steps are about the first title, so that its queue gets long. */
const title = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.nat({ max: TITLES.length - 1 }) },
);
const by = fc.constantFrom<NamedBy>('reserveId', 'crossRefId');
const goodEmail = fc.constantFrom<SentEmail>('one@example.org', 'two@example.org');
const anyEmail = fc.constantFrom<SentEmail>(
  'one@example.org',
  'ONE@example.org',
  'two@example.org',
  'nobody',
  'none',
);
const anyIgnoreEmail = fc.constantFrom(null, null, null, true, false);
const category = fc.constantFrom(...CATEGORIES);
const collections = fc.oneof(
  { weight: 2, arbitrary: fc.constant([...COLLECTIONS]) },
  { weight: 3, arbitrary: fc.subarray([...COLLECTIONS]) },
);

const suspension: fc.Arbitrary<SentSuspension> = fc.record({
  type: fc.constantFrom('indefinite', 'limited'),
  days: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(1, 2, 7, 30) },
    { weight: 1, arbitrary: fc.constantFrom(null, 0, 365, 366) },
  ),
  email: fc.oneof(
    { weight: 4, arbitrary: fc.constant<SentEmail>('none') },
    { weight: 1, arbitrary: anyEmail },
  ),
});

/** Without an address: a request may give only one. */
const allowedSuspension = fc.constantFrom<SentSuspension>(
  { type: 'indefinite', days: null, email: 'none' },
  { type: 'limited', days: 1, email: 'none' },
  { type: 'limited', days: 30, email: 'none' },
);

/** With one that is over. */
const someDay = fc.constantFrom(0, 0, 1, 2, 7, 30, -1);

const place: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('place' as const),
  patron,
  title,
  by,
  atAddress: fc.boolean(),
  email: fc.oneof({ weight: 5, arbitrary: goodEmail }, { weight: 1, arbitrary: anyEmail }),
  ignoreEmail: anyIgnoreEmail,
  suspension: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: allowedSuspension },
  ),
  lastDay: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: someDay }),
});
const edit = fc.record({
  kind: fc.constant('edit' as const),
  patron,
  title,
  email: anyEmail,
  ignoreEmail: anyIgnoreEmail,
  lastDay: fc.oneof(fc.constantFrom(undefined, null), someDay),
});
/** Not of concurrent steps, as with a pace: it depends on luck which of two queues gives the patron a copy. */
const anyTitle = fc.nat({ max: TITLES.length - 1 });
const placeAlternative: fc.Arbitrary<Step> = fc
  .tuple(place, anyTitle)
  .map(([step, alternativeTo]) => ({ ...step, alternativeTo }) as Step);
const changeAlternatives: fc.Arbitrary<Step> = fc
  .tuple(edit, fc.oneof(anyTitle, anyTitle, fc.constant(null)))
  .map(([step, alternativeTo]) => ({ ...step, alternativeTo }));
const ofTitle = (
  ...kinds: readonly ('remove' | 'release' | 'return' | 'unwatch' | 'find hold' | 'find loan')[]
): fc.Arbitrary<Step> => fc.record({ kind: fc.constantFrom(...kinds), patron, title, by });
const suspend = fc.record({
  kind: fc.constantFrom('suspend' as const, 'suspend' as const, 'change suspension' as const),
  patron,
  title,
  suspension,
});
const ofAllHolds: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('suspend all' as const),
    patron,
    suspension: allowedSuspension,
    includeReady: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('release all' as const), patron }),
);
/** Where two queues give a patron copies at the same time, it depends on luck which does: no model says that of concurrent steps. */
const choosePace = fc.record({
  kind: fc.constant('choose pace' as const),
  patron,
  readyAtMost: fc.constantFrom(1, 1, 2, null),
});
const watch = fc.record({
  kind: fc.constant('watch' as const),
  patron,
  title,
  email: anyEmail,
  insteadOfHold: fc.boolean(),
});
const borrow = fc.record({
  kind: fc.constant('borrow' as const),
  patron,
  title,
  format: fc.constantFrom(null, null, null, 'ebook-kindle', 'no-such-format'),
});
const operator = fc.record({
  kind: fc.constantFrom('operator removes' as const, 'operator returns' as const),
  patron,
  title,
});
const moveInLine = fc.record({
  kind: fc.constant('move in line' as const),
  patron,
  title,
  side: fc.constantFrom('before' as const, 'after' as const),
  other: fc.oneof({ weight: 4, arbitrary: patron }, { weight: 1, arbitrary: fc.constant(null) }),
});
const putBack = fc.record({ kind: fc.constant('put back' as const), patron, title });
const availability = fc.record({ kind: fc.constant('availability' as const), patron, title });
const read = fc.record({
  kind: fc.constantFrom(
    'list holds' as const,
    'list loans' as const,
    'list watches' as const,
    'profile' as const,
  ),
  patron,
});
const prefer = fc.record({
  kind: fc.constant('prefer' as const),
  patron,
  formatClass: fc.constantFrom(...FORMAT_CLASSES),
  days: fc.constantFrom(1, 7, 14, 89, 3),
});
const own = fc.record({
  kind: fc.constant('own' as const),
  title,
  collection: fc.constantFrom(...COLLECTIONS),
  copies: fc.nat({ max: 2 }),
});
const ofLicence = {
  title,
  collection: fc.constantFrom('main' as const, 'main' as const, ...COLLECTIONS),
  licence: fc.constantFrom('one' as const, 'one' as const, 'two' as const),
};
const license = fc
  .record({
    kind: fc.constant('license' as const),
    ...ofLicence,
    limits: fc.constantFrom([1, null], [2, null], [null, 1], [null, 3], [1, 2], [3, 2]),
    times: fc.oneof(
      { weight: 2, arbitrary: fc.constant([null, null]) },
      {
        weight: 3,
        arbitrary: fc.constantFrom([null, 23.5], [null, 71.5], [null, 200.5], [null, -1.5], [null, 900.5]),
      },
      { weight: 1, arbitrary: fc.constantFrom([10.5, null], [10.5, 200.5]) },
    ),
  })
  .map(({ limits: [concurrency, loans], times: [startsIn, endsIn], ...step }): Step => ({
    ...step,
    ...{ concurrency: concurrency ?? null, loans: loans ?? null },
    ...{ startsIn: startsIn ?? null, endsIn: endsIn ?? null },
  }));
const dropLicence = fc.record({ kind: fc.constant('drop licence' as const), ...ofLicence });
const offerLuckyDay = fc.record({
  kind: fc.constant('offer lucky day' as const),
  title,
  collection: fc.constantFrom(...COLLECTIONS),
  copies: fc.integer({ min: 1, max: 3 }),
});
const movePatron = fc.record({ kind: fc.constant('move patron' as const), patron, category });
const openCollections = fc.record({ kind: fc.constant('open collections' as const), category, collections });
const advance = fc.record({
  kind: fc.constant('advance' as const),
  hours: fc.constantFrom(1, 5, 23, 24, 48, 71, 72, 167, 168, 21 * 24, 60 * 24),
});
const timers = fc.record({ kind: fc.constant('timers' as const) });

type Weighted = readonly (readonly [weight: number, arbitrary: fc.Arbitrary<Step>])[];

const oneOf = (weighted: Weighted): fc.Arbitrary<Step> =>
  fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** What patrons and libraries change. */
const CHANGES: Weighted = [
  [9, place],
  [3, edit],
  [4, ofTitle('remove')],
  [3, ofTitle('release')],
  [4, ofTitle('return')],
  [5, suspend],
  [6, borrow],
  [4, watch],
  [1, ofTitle('unwatch')],
  [1, operator],
  [1, prefer],
  [3, own],
  [3, movePatron],
  [3, openCollections],
];

const planned = (weighted: Weighted): fc.Arbitrary<PlannedStep> =>
  fc.record({
    step: oneOf(weighted),
    choice: fc.oneof(
      { weight: 3, arbitrary: fc.nat({ max: 999 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  });

/** With these a run begins: otherwise few queues would ever have two waiting holds. */
export const placements: fc.Arbitrary<PlannedStep[]> = fc.array(planned([[1, place]]), {
  minLength: 2,
  maxLength: 8,
  size: 'max',
});

/**
 * With these most sequential runs begin: a patron who wants one hold ready at a time, or one of the titles, has a hold on each title, while
 * most copies are still free, and perhaps removes or borrows the first. Otherwise hardly any hold would be held back.
 */
export const pacedHolds: fc.Arbitrary<PlannedStep[]> = fc
  .tuple(
    fc.constantFrom('none', 'pace', 'pace', 'alternatives'),
    fc.constantFrom('nothing', 'remove', 'borrow'),
    patron,
    fc.shuffledSubarray([...TITLES.keys()], { minLength: TITLES.length }),
  )
  .map(([story, end, patron, titles]) => {
    const [first = 0] = titles;
    const alternativeTo = (title: number): { readonly alternativeTo?: number } =>
      story === 'alternatives' && title !== first ? { alternativeTo: first } : {};
    // The review of the choice is over: it stands for none that a later change has to ask for.
    const steps: Step[] = [
      ...(story === 'pace' ? [{ kind: 'choose pace', patron, readyAtMost: 1 } as const] : []),
      { kind: 'timers' },
      ...titles.map((title) => ({ ...PLAIN_PLACEMENT, patron, title, ...alternativeTo(title) })),
      ...ENDS[end].map((kind): Step => ({ kind, patron, title: first, by: 'reserveId', format: null })),
      { kind: 'timers' },
    ];
    return (story === 'none' ? [] : steps).map((step) => ({ step, choice: null }));
  });

const ENDS = { nothing: [], remove: ['remove'], borrow: ['borrow'] } as const;

const PLAIN_PLACEMENT = {
  kind: 'place',
  by: 'reserveId',
  atAddress: false,
  email: 'one@example.org',
  ignoreEmail: null,
  suspension: null,
} as const;

/** For sequential runs. What is done to all holds is done to one after the other, and others may come between. */
export const anyStep = planned([
  ...CHANGES,
  [2, ofAllHolds],
  [3, choosePace],
  [6, placeAlternative],
  [6, changeAlternatives],
  [6, moveInLine],
  [2, putBack],
  [10, license],
  [4, dropLicence],
  [5, offerLuckyDay],
  [1, ofTitle('find hold', 'find loan')],
  [1, read],
  [1, availability],
  [5, advance],
  [1, timers],
]);

/** A step that may be under way together with others. The clock stands still meanwhile: the model has one time per step. */
export const anyConcurrentStep = planned([...CHANGES, [1, ofTitle('find hold', 'find loan')], [2, read]]);
export const anyChange = planned(CHANGES);
export const anyAdvance = planned([[1, advance]]);

const limit = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.nat({ max: 2 }) },
);

export const anySetup: fc.Arbitrary<Setup> = fc.record({
  pickupHours: fc.constantFrom(72, 24),
  titlesPickupHours: fc.constantFrom([null, null, null], [24, null, null], [5, 100, null]),
  missedPickup: fc.constantFrom('redeliver-once', 'redeliver-once', 'suspend', 'cancel'),
  // An end depends on when the timers announced it, which is not known where workers run.
  suspensionEndsAfterDays: fc.constant(null),
  // 21: at any time, for most loans.
  renewalDays: fc.constantFrom(3, 14, 21, 0),
  holdLimit: fc.constantFrom(15, 15, 2),
  checkoutLimit: fc.constantFrom(15, 2, 1),
  lendingOverrides: fc.constantFrom({}, {}, { eBook: 7 }),
  closed: fc.constantFrom([], [], [3], [1, 2, 4]),
  collectionsOf: fc.constantFrom(
    { adult: ['adults', 'main'] as const, child: ['main'] as const },
    { adult: ['adults'] as const, child: ['main'] as const },
  ),
  patrons: fc.array(
    fc.record({
      category: fc.constantFrom<Category>('adult', 'child'),
      holdLimit: limit,
      checkoutLimit: limit,
    }),
    { minLength: PATRONS, maxLength: PATRONS },
  ),
  owned: fc.tuple(
    fc.constantFrom({ main: 1 }, { main: 1, adults: 1 }, { adults: 1 }, { main: 0, adults: 1 }),
    fc.constantFrom({ main: 1 }, { main: 0, adults: 2 }),
    fc.constantFrom({}, { main: 0 }, { main: 2 }),
  ),
});

/** For sequential runs, in which the test says when timers run. */
export const anySequentialSetup: fc.Arbitrary<Setup> = fc
  .tuple(anySetup, fc.constantFrom(null, 31, 33, 60))
  .map(([setup, suspensionEndsAfterDays]) => ({ ...setup, suspensionEndsAfterDays }));
