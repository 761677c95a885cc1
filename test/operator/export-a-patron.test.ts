import { statement } from '../../src/platform/database/statement.js';
import { expectOk, expectRefusal } from '../support/answers.js';
import { granted } from '../support/client.js';
import { advanceClock, DAY, HOUR } from '../support/clock.js';
import { brokenInvariants } from '../support/invariants.js';
import { patron, WEBSITE_ID } from '../support/records.js';
import { tokenOf } from '../support/service.js';
import { HOLDS, Reader, type TestLibrary, type TestTitle } from '../support/test-library.js';
import {
  crowdInLine,
  openStaffedLibrary,
  type Operator,
  otherLibrary,
  personPath,
  STRANGER,
} from './operator.js';

let library: TestLibrary;
let operator: Operator;
beforeEach(async () => {
  ({ library, operator } = await openStaffedLibrary());
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
  await library.close();
});

const ME = '/v1/patrons/me';

const ids = ({ reserveId, crossRefId }: TestTitle): object => ({ reserveId, crossRefId });

/** A time that the service told or stored, so many seconds later, as answers write it. */
function later(time: string | Date, seconds = 0): string {
  return `${new Date(new Date(time).getTime() + seconds * 1000).toISOString().slice(0, 19)}Z`;
}

const STORED = statement(
  'test-stored-times',
  `SELECT suspended_until AS until FROM hold WHERE patron_id = $1 AND suspended_until IS NOT NULL`,
);
const TOKEN_ENDS = statement(
  'test-token-ends',
  'SELECT expires_at AS "end" FROM access_token WHERE patron_id = $1',
);

test('a patron’s data is told whole: their record, holds, suspensions, loans and the ends of their tokens', async () => {
  const patronId = 770_077_007;
  const [cardNumber, pin] = ['card-4711', '97531'];
  await library.import(patron(patronId, { cardNumber, pin, holdLimit: 20, checkoutLimit: 3 }));
  const { url, database } = library.service;
  const reader = new Reader(url, await tokenOf(database, patronId), patronId);
  await tokenOf(database, patronId);

  const [waiting, ready, resting, away, lent, locked] = [
    await library.title(1),
    await library.title(1),
    await library.title(0),
    await library.title(0),
    await library.title(1),
    await library.title(1, { formatClass: 'Audiobook', formats: ['audiobook-mp3'] }),
  ];
  await crowdInLine(library, waiting, 2);
  await granted(reader.place(waiting, { emailAddress: 'first@example.org' }));
  await granted(reader.place(ready, { emailAddress: 'second@example.org' }));
  await granted(reader.place(resting, { ignoreHoldEmail: true }));
  await granted(reader.suspend(resting, { suspensionType: 'limited', numberOfDays: 9 }));
  await granted(reader.place(away, { emailAddress: 'third@example.org' }));
  await granted(reader.suspend(away));
  await crowdInLine(library, away, 1);
  await granted(reader.borrow(lent));
  await granted(reader.put(ME, { formatClass: 'audiobook', lendingPeriodDays: 7 }));
  await granted(reader.borrow(locked, { formatType: 'audiobook-mp3' }));

  const answer = await operator.export(reader);
  expectOk(answer);
  const { holds } = (await reader.list()).body as {
    holds: { reserveId: string; holdPlacedDate: string; holdExpires?: string }[];
  };
  const held = (title: TestTitle): (typeof holds)[number] =>
    holds.find(({ reserveId }) => reserveId === title.reserveId)!;
  const loan = async (title: TestTitle): Promise<{ checkoutDate: string; expires: string }> =>
    (await reader.loan(title)).body as { checkoutDate: string; expires: string };
  const [stored] = await database.run<{ until: Date }>(STORED, [patronId]);
  const ends = await database.run<{ end: Date }>(TOKEN_ENDS, [patronId]);
  const [lentNow, lockedNow] = [await loan(lent), await loan(locked)];

  const { holds: told, checkouts, tokens, ...person } = answer.body;
  expect(person).toEqual({
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
    },
  });
  const nothing = { holdExpires: null, suspension: null, missedPickups: 0 };
  expect(told).toHaveLength(4);
  expect(told).toEqual(
    expect.arrayContaining([
      {
        ...ids(waiting),
        ...nothing,
        condition: 'waiting',
        emailAddress: 'first@example.org',
        holdListPosition: 3,
        numberOfHolds: 3,
        holdPlacedDate: held(waiting).holdPlacedDate,
      },
      {
        ...ids(ready),
        ...nothing,
        condition: 'ready',
        emailAddress: 'second@example.org',
        holdListPosition: 1,
        numberOfHolds: 1,
        holdPlacedDate: held(ready).holdPlacedDate,
        holdExpires: held(ready).holdExpires,
      },
      {
        ...ids(resting),
        ...nothing,
        condition: 'suspended',
        emailAddress: null,
        holdListPosition: 1,
        numberOfHolds: 1,
        holdPlacedDate: held(resting).holdPlacedDate,
        suspension: { suspensionType: 'limited', until: later(stored!.until) },
      },
      {
        ...ids(away),
        ...nothing,
        condition: 'suspended',
        emailAddress: 'third@example.org',
        holdListPosition: 1,
        numberOfHolds: 2,
        holdPlacedDate: held(away).holdPlacedDate,
        suspension: { suspensionType: 'indefinite', until: null },
      },
    ]),
  );
  expect(checkouts).toHaveLength(2);
  expect(checkouts).toEqual(
    expect.arrayContaining([
      {
        ...ids(lent),
        checkoutDate: lentNow.checkoutDate,
        expires: later(lentNow.checkoutDate, 21 * DAY),
        formatType: null,
      },
      {
        ...ids(locked),
        checkoutDate: lockedNow.checkoutDate,
        expires: later(lockedNow.checkoutDate, 7 * DAY),
        formatType: 'audiobook-mp3',
      },
    ]),
  );
  expect(ends).toHaveLength(2);
  const tokenEnds = (tokens as { expires: string }[]).map(({ expires }) => expires);
  expect(tokenEnds.sort()).toEqual(ends.map(({ end }) => later(end)).sort());
});

test('no secret is told: neither a token nor a PIN, nor what is kept of them', async () => {
  const reader = await library.reader({ cardNumber: 'card-1', pin: 'canary-pin' });
  const { text, body } = await granted(operator.export(reader));
  expect(body.patron.hasPin).toBe(true);
  const { database } = library.service;
  const [kept] = await database.run<{ pinHash: string; tokenHash: string }>(KEPT, [reader.patronId]);
  for (const secret of [reader.token, 'canary-pin', kept!.pinHash, kept!.tokenHash])
    expect(text).not.toContain(secret);
});

const KEPT = statement(
  'test-kept-of-secrets',
  `SELECT p.pin_hash AS "pinHash", encode(t.token_hash, 'hex') AS "tokenHash"
   FROM patron p JOIN access_token t USING (website_id, patron_id) WHERE p.patron_id = $1`,
);

test('a patron who has never done anything has only their record', async () => {
  await library.import(patron(500));
  const { body } = await granted(operator.export(500));
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
    },
    holds: [],
    checkouts: [],
    tokens: [],
  });
});

test('nothing of anyone else’s is told', async () => {
  const title = await library.title(2);
  const [, reader, other] = await crowdInLine(library, title, 4);
  await granted((await library.reader()).borrow(await library.title(1)));
  const { text, body } = await granted(operator.export(reader!));
  expect(body).toMatchObject({ holds: [{ condition: 'ready' }], checkouts: [] });
  expect(body).toMatchObject({ holds: [{ holdListPosition: 1, numberOfHolds: 1 }] });
  expect(text).not.toContain(other!.emailAddress);
});

test('what time has done is told as it is now, before anybody has written it down', async () => {
  const { reader, title } = await library.ready();
  const lent = await library.title(1);
  await granted(reader.borrow(lent));
  const { holdExpires } = (await reader.find(title)).body as { holdExpires: string };
  await advanceClock(library.service, 73 * HOUR);
  const { body: resting } = await granted(operator.export(reader));
  expect(resting.holds).toMatchObject([
    {
      condition: 'suspended',
      holdExpires: null,
      missedPickups: 1,
      suspension: { suspensionType: 'limited', until: later(holdExpires, 7 * DAY) },
    },
  ]);
  await advanceClock(library.service, 21 * DAY);
  const { body: rested } = await granted(operator.export(reader));
  expect(rested).toMatchObject({ holds: [{ condition: 'waiting', suspension: null }], checkouts: [] });
});

test('a patron of another library is told by their number alone', async () => {
  const title = await library.title(1);
  await library.import(...otherLibrary(title, 1));
  const stranger = await library.service.signIn(STRANGER);
  await granted(stranger.post(HOLDS, { reserveId: title.reserveId, ignoreHoldEmail: true }));
  const { body } = await granted(operator.export(STRANGER));
  expect(body).toMatchObject({ patron: { websiteId: 38 }, holds: [{ condition: 'ready' }] });
});

test('a patron that there is not is not found', async () => {
  for (const id of ['987654', '0', '-1', '01', 'me', '1.0', '2147483648', '99999999999', '%00'])
    expectRefusal(await operator.export(id), 'NotFound');
  const reader = await library.reader();
  for (const method of ['POST', 'DELETE'])
    expectRefusal(await operator.send(method, `${personPath(reader)}/export`), 'MethodNotAllowed', 'GET');
});
