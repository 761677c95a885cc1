import { statement } from '../../../../src/platform/database/statement.js';
import { expectOk, expectRefusal, TIMESTAMP } from '../../../support/answers.js';
import { fields, mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, HOUR } from '../../../support/clock.js';
import { HOLDS, ME } from '../../../support/paths.js';
import { patron as patronRecord, WEBSITE_ID } from '../../../support/records.js';
import { tokenOf } from '../../../support/service.js';
import { type TestLibrary, TestPatron, type TestTitle } from '../../../support/test-library.js';
import { type OperatorClient, patronPath } from '../../../support/operator/operator-client.js';
import {
  OTHER_PATRON_ID,
  otherLibrary,
  useOperatorLibrary,
} from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useOperatorLibrary((opened) => ({ library, operator } = opened));

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
  const patronId = 770_077_007;
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

  const answer = await operator.export(patron);
  expectOk(answer);
  const { holds } = (await patron.list()).body as {
    holds: { reserveId: string; holdPlacedDate: string; holdExpires?: string }[];
  };
  const holdOn = (title: TestTitle): (typeof holds)[number] =>
    holds.find(({ reserveId }) => reserveId === title.reserveId)!;
  const loan = async (title: TestTitle): Promise<{ checkoutDate: string; expires: string }> =>
    (await patron.loan(title)).body as { checkoutDate: string; expires: string };
  const [stored] = await database.run(STORED, [patronId]);
  const ends = await database.run(TOKEN_ENDS, [patronId]);
  const [loanOfTitle, loanWithFormat] = [await loan(onLoan), await loan(withFormat)];

  const { holds: exportedHolds, checkouts, tokens, idempotencyKeys, ...others } = answer.body;
  expect(others).toEqual({
    patron: {
      websiteId: WEBSITE_ID,
      patronId,
      category: 'adult',
      cardNumber,
      hasPin: true,
      holdLimit: 20,
      checkoutLimit: 3,
      lastHoldEmail: 'third@example.org',
      lendingPreferences: { Audiobook: 7 },
      existingPatron: true,
      language: 'fr-CA',
      readyAtMost: null,
    },
    staffActions: [],
  });
  const at = expect.any(String) as string;
  const none = { holdExpires: null, suspension: null, missedPickups: 0, toldWait: null };
  expect(exportedHolds).toHaveLength(4);
  expect(exportedHolds).toEqual(
    expect.arrayContaining([
      {
        ...ids(waiting),
        ...none,
        condition: 'waiting',
        emailAddress: 'first@example.org',
        holdListPosition: 3,
        numberOfHolds: 3,
        holdPlacedDate: holdOn(waiting).holdPlacedDate,
        events: [],
      },
      {
        ...ids(ready),
        ...none,
        condition: 'ready',
        emailAddress: 'second@example.org',
        holdListPosition: 1,
        numberOfHolds: 1,
        holdPlacedDate: holdOn(ready).holdPlacedDate,
        holdExpires: holdOn(ready).holdExpires,
        events: [{ event: 'offered', at, until: holdOn(ready).holdExpires, collectionId: 'main' }],
      },
      {
        ...ids(limited),
        ...none,
        condition: 'suspended',
        emailAddress: null,
        holdListPosition: 1,
        numberOfHolds: 1,
        holdPlacedDate: holdOn(limited).holdPlacedDate,
        suspension: {
          suspensionType: 'limited',
          until: later(stored!.until),
          since: null,
          announcedEnd: null,
        },
        events: [{ event: 'suspended', at, until: later(stored!.until) }],
      },
      {
        ...ids(indefinite),
        ...none,
        condition: 'suspended',
        emailAddress: 'third@example.org',
        holdListPosition: 1,
        numberOfHolds: 2,
        holdPlacedDate: holdOn(indefinite).holdPlacedDate,
        suspension: {
          suspensionType: 'indefinite',
          until: null,
          since: later(stored!.since),
          announcedEnd: null,
        },
        events: [{ event: 'suspended', at }],
      },
    ]),
  );
  expect(checkouts).toHaveLength(2);
  expect(checkouts).toEqual(
    expect.arrayContaining([
      {
        ...ids(onLoan),
        checkoutDate: loanOfTitle.checkoutDate,
        expires: later(loanOfTitle.checkoutDate, 21 * DAY),
        formatType: null,
      },
      {
        ...ids(withFormat),
        checkoutDate: loanWithFormat.checkoutDate,
        expires: later(loanWithFormat.checkoutDate, 7 * DAY),
        formatType: 'audiobook-mp3',
      },
    ]),
  );
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
  await library.import(patronRecord(500));
  const { body } = await mustSucceed(operator.export(500));
  expect(body).toEqual({
    patron: {
      websiteId: WEBSITE_ID,
      patronId: 500,
      category: 'adult',
      cardNumber: null,
      hasPin: false,
      holdLimit: null,
      checkoutLimit: null,
      lastHoldEmail: null,
      lendingPreferences: {},
      existingPatron: false,
      language: null,
      readyAtMost: null,
    },
    holds: [],
    checkouts: [],
    tokens: [],
    idempotencyKeys: [],
    staffActions: [],
  });
});

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

test('a patron of another library is found by their number alone', async () => {
  const title = await library.addTitle(1);
  await library.import(...otherLibrary(title, 1));
  const otherPatron = await library.service.signIn(OTHER_PATRON_ID);
  await mustSucceed(otherPatron.post(HOLDS, { reserveId: title.reserveId, ignoreHoldEmail: true }));
  const { body } = await mustSucceed(operator.export(OTHER_PATRON_ID));
  expect(body).toMatchObject({ patron: { websiteId: 38 }, holds: [{ condition: 'ready' }] });
});

test('an unknown patron is not found', async () => {
  for (const id of ['987654', '0', '-1', '01', 'me', '1.0', '2147483648', '99999999999', '%00'])
    expectRefusal(await operator.export(id), 'NotFound');
  const patron = await library.addPatron();
  for (const method of ['POST', 'DELETE'])
    expectRefusal(await operator.send(method, `${patronPath(patron)}/export`), 'MethodNotAllowed', 'GET');
});
