import { waitCurvesOf } from '../../../support/runs/wait-curves.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { expectOk, expectRefusal, TIMESTAMP } from '../../../support/answers.js';
import { fields, mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, HOUR } from '../../../support/clock.js';
import { HOLDS, ME } from '../../../support/paths.js';
import { learnConduct } from '../../../support/runs/learned-conduct.js';
import { patron as patronRecord } from '../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { tokenOf } from '../../../support/service.js';
import { TestLibrary, TestPatron, type TestTitle } from '../../../support/test-library.js';
import { OperatorClient, patronPath } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

const ids = ({ reserveId, crossRefId }: TestTitle): object => ({ reserveId, crossRefId });

/** A time that many seconds later, in the format of answers. */
function later(time: string | Date, seconds = 0): string {
  return `${new Date(new Date(time).getTime() + seconds * 1000).toISOString().slice(0, 19)}Z`;
}

const STORED = statement<{ until: Date; since: Date }>(
  'test-stored-times',
  `SELECT max(suspended_until) AS until, max(suspended_since) AS since FROM hold WHERE patron_id = $1`,
);
const TOKEN_ENDS = statement<{ end: Date }>(
  'test-token-ends',
  'SELECT expires_at AS "end" FROM access_token WHERE patron_id = $1',
);

test('an export has the patron’s record, holds, suspensions, loans and token expiries', async () => {
  const patronId = 770_077_006;
  const [cardNumber, pin] = ['card-4711', '97531'];
  await library.import(
    patronRecord(patronId, { cardNumber, pin, holdLimit: 20, checkoutLimit: 3, language: 'fr-CA' }),
  );
  const { url, database } = library.service;
  const patron = new TestPatron(url, await tokenOf(database, patronId), patronId);
  await tokenOf(database, patronId);

  const [waiting, ready, limited, indefinite, onLoan, withFormat] = [
    await library.addTitle(1),
    await library.addTitle(1),
    await library.addTitle(0),
    await library.addTitle(0),
    await library.addTitle(1),
    await library.addTitle(1, { formatClass: 'Audiobook', formats: ['audiobook-mp3'] }),
  ];
  await library.fillQueue(waiting, 2);
  await mustSucceed(patron.place(waiting, { emailAddress: 'first@example.org' }));
  await mustSucceed(patron.place(ready, { emailAddress: 'second@example.org' }));
  await mustSucceed(patron.place(limited, { ignoreHoldEmail: true }));
  await mustSucceed(patron.suspend(limited, { suspensionType: 'limited', numberOfDays: 9 }));
  await mustSucceed(patron.place(indefinite, { emailAddress: 'third@example.org' }));
  await mustSucceed(patron.suspend(indefinite));
  await library.fillQueue(indefinite, 1);
  await mustSucceed(patron.borrow(onLoan));
  await mustSucceed(patron.put(ME, { formatClass: 'audiobook', lendingPeriodDays: 7 }));
  await mustSucceed(patron.borrow(withFormat, { formatType: 'audiobook-mp3' }));

  await mustSucceed(
    patron.send('POST', HOLDS, {
      headers: { 'content-type': 'application/json', 'idempotency-key': 'key-of-a-request' },
      body: fields({ reserveId: (await library.addTitle()).reserveId, ignoreHoldEmail: true }),
    }),
  );
  await mustSucceed(patron.list().then(({ body }) => patron.remove((body.holds as [TestTitle])[0])));

  await mustSucceed(
    patron.post(`${ME}/watches`, { reserveId: onLoan.reserveId, emailAddress: 'watcher@example.org' }),
  );

  const answer = await operator.export(patron);
  expectOk(answer);
  const { holds } = (await patron.list()).body as {
    holds: { reserveId: string; holdPlacedDate: string; holdExpires?: string }[];
  };
  const holdOn = (title: TestTitle): (typeof holds)[number] =>
    holds.find(({ reserveId }) => reserveId === title.reserveId)!;
  const [stored] = await database.run(STORED, [patronId]);
  const ends = await database.run(TOKEN_ENDS, [patronId]);

  const { holds: exportedHolds, checkouts, watches, tokens, idempotencyKeys, ...others } = answer.body;
  expect(watches).toEqual([
    {
      reserveId: onLoan.reserveId,
      emailAddress: 'watcher@example.org',
      watchedSince: expect.stringMatching(TIMESTAMP),
      wasOwned: true,
      told: null,
    },
  ]);
  expect(others).toEqual({
    patron: {
      websiteId: library.websiteId,
      patronId,
      category: 'adult',
      cardNumber,
      cards: [cardNumber],
      ...{
        externalId: null,
        fromSignIn: false,
        expiresOn: null,
        endedByList: null,
        blockedReason: null,
        blockedByDesk: null,
      },
      hasPin: true,
      holdLimit: 20,
      checkoutLimit: 3,
      lastHoldEmail: 'third@example.org',
      lendingPreferences: { Audiobook: 7 },
      existingPatron: true,
      language: 'fr-CA',
      ...{ dailyNotices: null, soonNotices: null, noticesBy: null, phone: null, pendingPhone: null },
      readyAtMost: null,
    },
    ...{ pushSubscriptions: [], staffActions: [] },
  });
  const at = expect.any(String) as string;
  const hold = (title: TestTitle, place: [number, number], members: object): object => ({
    ...ids(title),
    ...{
      holdExpires: null,
      suspension: null,
      missedPickups: 0,
      notNeeded: null,
      alternatives: [],
      copiesLost: null,
      toldWait: null,
      toldSoon: null,
    },
    ...{ holdListPosition: place[0], numberOfHolds: place[1], holdPlacedDate: holdOn(title).holdPlacedDate },
    ...members,
  });
  const until = later(stored!.until);
  const { holdExpires } = holdOn(ready);
  const unsaid = { announcedEnd: null, closure: null };
  const limitedNow = { suspensionType: 'limited', until, since: null, ...unsaid };
  const since = later(stored!.since);
  const indefiniteNow = { suspensionType: 'indefinite', until: null, since, ...unsaid };
  const expectSame = (actual: unknown, expected: object[]): void => {
    expect(actual).toHaveLength(expected.length);
    expect(actual).toEqual(expect.arrayContaining(expected));
  };
  expectSame(exportedHolds, [
    hold(waiting, [3, 3], { condition: 'waiting', emailAddress: 'first@example.org', events: [] }),
    hold(ready, [1, 1], {
      condition: 'ready',
      emailAddress: 'second@example.org',
      holdExpires,
      events: [{ event: 'offered', at, until: holdExpires, collectionId: 'main' }],
    }),
    hold(limited, [1, 1], {
      condition: 'suspended',
      emailAddress: null,
      suspension: limitedNow,
      events: [{ event: 'suspended', at, until }],
    }),
    hold(indefinite, [1, 2], {
      condition: 'suspended',
      emailAddress: 'third@example.org',
      suspension: indefiniteNow,
      events: [{ event: 'suspended', at }],
    }),
  ]);
  const loanOf = async (title: TestTitle, days: number, formatType: string | null): Promise<object> => {
    const { checkoutDate } = (await patron.loan(title)).body as { checkoutDate: string };
    return { ...ids(title), checkoutDate, expires: later(checkoutDate, days * DAY), formatType };
  };
  expectSame(checkouts, [await loanOf(onLoan, 21, null), await loanOf(withFormat, 7, 'audiobook-mp3')]);
  expect(idempotencyKeys).toEqual([{ expires: expect.stringMatching(TIMESTAMP) }]);
  expect(ends).toHaveLength(2);
  const tokenEnds = (tokens as { expires: string }[]).map(({ expires }) => expires);
  expect(tokenEnds.sort()).toEqual(ends.map(({ end }) => later(end)).sort());
});

test('an export has no tokens and PINs, and not their hashes', async () => {
  const patron = await library.addPatron({ cardNumber: 'card-1', pin: 'canary-pin' });
  const { text, body } = await mustSucceed(operator.export(patron));
  expect(body.patron.hasPin).toBe(true);
  const { database } = library.service;
  const [hashes] = await database.run(HASHES, [patron.patronId]);
  for (const secret of [patron.token, 'canary-pin', hashes!.pinHash, hashes!.tokenHash])
    expect(text).not.toContain(secret);
});

const HASHES = statement<{ pinHash: string; tokenHash: string }>(
  'test-hashes-of-secrets',
  `SELECT p.pin_hash AS "pinHash", encode(t.token_hash, 'hex') AS "tokenHash"
   FROM patron p JOIN access_token t USING (website_id, patron_id) WHERE p.patron_id = $1`,
);

test('the export of a patron without activity has only their record', async () => {
  const { patronId } = await library.addPatron();
  await library.service.database.run(SIGN_OUT, [patronId]);
  const { patron, ...others } = (await mustSucceed(operator.export(patronId))).body;
  const nothing = { cardNumber: null, holdLimit: null, checkoutLimit: null, lastHoldEmail: null };
  expect(patron).toMatchObject({ ...nothing, hasPin: false, lendingPreferences: {}, existingPatron: false });
  expect(others).toEqual({
    holds: [],
    checkouts: [],
    watches: [],
    pushSubscriptions: [],
    tokens: [],
    idempotencyKeys: [],
    staffActions: [],
  });
});

const SIGN_OUT = statement('test-sign-out', 'DELETE FROM access_token WHERE patron_id = $1');

test('an export has what staff did for the patron, not for others, and not who it was', async () => {
  const { patron, title } = await library.waiting();
  await mustSucceed(operator.export(await library.addPatron()));
  await mustSucceed(operator.removeHold(patron, title));
  await advanceClock(library.service, HOUR);
  await mustSucceed(operator.export(patron));
  const { body } = await mustSucceed(operator.export(patron));
  const at = expect.stringMatching(TIMESTAMP) as string;
  expect(body.staffActions).toEqual([
    { at, action: 'hold-removed' },
    { at, action: 'patron-exported' },
  ]);
});

test('an export has nothing about other patrons', async () => {
  const title = await library.addTitle(2);
  const [, patron, other] = await library.fillQueue(title, 4);
  await mustSucceed((await library.addPatron()).borrow(await library.addTitle(1)));
  const { text, body } = await mustSucceed(operator.export(patron));
  expect(body).toMatchObject({ holds: [{ condition: 'ready' }], checkouts: [] });
  expect(body).toMatchObject({ holds: [{ holdListPosition: 1, numberOfHolds: 1 }] });
  expect(text).not.toContain(other.emailAddress);
});

test('an export follows the current time, before a timer has handled what is due', async () => {
  const { patron, title } = await library.ready();
  const loaned = await library.addTitle(1);
  await mustSucceed(patron.borrow(loaned));
  const { holdExpires } = (await patron.find(title)).body as { holdExpires: string };
  await advanceClock(library.service, 73 * HOUR);
  const { body: suspended } = await mustSucceed(operator.export(patron));
  expect(suspended.holds).toMatchObject([
    {
      condition: 'suspended',
      holdExpires: null,
      missedPickups: 1,
      suspension: { suspensionType: 'limited', until: later(holdExpires, 7 * DAY) },
    },
  ]);
  await advanceClock(library.service, 21 * DAY);
  const { body: waiting } = await mustSucceed(operator.export(patron));
  expect(waiting).toMatchObject({ holds: [{ condition: 'waiting', suspension: null }], checkouts: [] });
});

test('an unknown patron is not found', async () => {
  expectRefusal(await operator.export('987654'), 'NotFound');
  const patron = await library.addPatron();
  for (const method of ['POST', 'DELETE'])
    expectRefusal(await operator.send(method, `${patronPath(patron)}/export`), 'MethodNotAllowed', 'GET');
});

test('an export has the wait that the patron was told', async () => {
  const alone = await TestLibrary.alone({}, { OPERATOR_TOKEN });
  await learnConduct(alone.service.database, true);
  const title = await alone.addTitle(1);
  await mustSucceed((await alone.addPatron()).borrow(title));
  await waitCurvesOf(alone.service.database).work();
  const patron = await alone.addPatron();
  const { body } = await mustSucceed(patron.place(title));
  const { likelyBy, latestBy } = body.estimatedWait as Record<string, string>;
  const { body: exported } = await mustSucceed(new OperatorClient(alone.service.url).export(patron));
  expect(exported.holds).toMatchObject([
    { toldWait: { likelyBy, latestBy, minutesByRules: [null, expect.any(Number)] } },
  ]);
  await alone.close();
});

/** By column, the member of the export that has it, or why none does. */
const EXPORTED: Readonly<Record<string, string>> = {
  website_id: 'patron.websiteId',
  patron_id: 'patron.patronId',
  category: 'patron.category',
  reserve_id: 'reserveId',
  ticket: 'none: a number of the queue, which holdListPosition shows',
  email_address: 'emailAddress',
  placed_at: 'holdPlacedDate',
  suspension_type: 'suspension.suspensionType',
  suspended_until: 'suspension.until',
  suspended_since: 'suspension.since',
  suspension_ends_at: 'suspension.announcedEnd',
  copies_lost_at: 'copiesLost.since',
  ...{ not_needed_after: 'notNeeded.after', not_needed_from: 'notNeeded.from' },
  alternatives_id: 'alternatives',
  in_line_since: 'none: events has the move, and the time is that of another hold',
  placed_ticket: 'none: events has the move, and the number says nothing without the queue',
  copies_loss_told: 'none: events has it once the patron was told',
  copies_loss_ends_at: 'copiesLost.holdEnds',
  copy_gone_at: 'none: events has it, as the end of a licence',
  soon_told_at: 'toldSoon',
  collection_id: 'events.collectionId',
  expires_at: 'holdExpires',
  missed_pickups: 'missedPickups',
  extendable_to: 'none: holdExpires is that time, once the pickup goes on so long',
  notice_sent_for: 'holdExpires: it is that time, once the mail has been sent',
  trace: 'events',
  ...{ told_likely: 'toldWait.likelyBy', told_latest: 'toldWait.latestBy' },
  told_by_rules: 'toldWait.minutesByRules',
};

const COLUMNS_OF_HOLD = statement<{ name: string }>(
  'test-columns-of-hold',
  `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'hold'::regclass AND attnum > 0 AND NOT attisdropped`,
);

test('no column of a hold is missing from the export', async () => {
  const columns = await library.service.database.run(COLUMNS_OF_HOLD);
  expect(columns.map(({ name }) => name).toSorted()).toEqual(Object.keys(EXPORTED).toSorted());
});
