import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { HOLDS } from '../../support/paths.js';
import { patron as patronRecord } from '../../support/records.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

function change({ patronId }: TestPatron, members: object): Promise<void> {
  const { websiteId } = library;
  return library.import(patronRecord(patronId, { websiteId, ...members }));
}

/** A day of the service's clock there. */
async function dayIn(timeZone: string, later = 0): Promise<string> {
  const [row] = await library.service.database.run<{ day: string }>(
    { name: '', text: `SELECT ((service_now() AT TIME ZONE $1)::date + $2::int)::text AS day` },
    [timeZone, later],
  );
  return row?.day ?? '';
}

test('a patron reads no code of the library’s system as the reason', async () => {
  const patron = await library.addPatron();
  await change(patron, { blocked: { reason: 'c' } });
  expect((await patron.snapshot()).profile).toMatchObject({ blocked: { reason: 'Blocked' } });
  expectRefusal(await patron.place(await library.addTitle(1)), 'PatronBlocked', 'patron: Blocked');
});

describe.each([
  ['PatronBlocked', { blocked: { reason: 'Please ask at the desk.' } }, 'Please ask at the desk.', {}],
  ['PatronExpired', { expiresOn: '2020-01-31' }, 'expired', { isExpired: true }],
] as const)('a patron with whom the library deals no more (%s)', (code, members, reason, more) => {
  test('neither takes nor changes anything, and keeps what there is until they give it up', async () => {
    const { patron, title: ready } = await library.ready();
    const [waiting, suspended, other] = [
      await library.addTitle(0),
      await library.addTitle(0),
      await library.addTitle(1),
    ];
    for (const title of [waiting, suspended]) await mustSucceed(patron.place(title));
    await mustSucceed(patron.suspend(suspended));
    const lent = await library.addTitle(1);
    await mustSucceed(patron.borrow(lent));
    const before = await patron.snapshot();
    await change(patron, members);

    const commands = [
      () => patron.place(other),
      () => patron.edit(waiting, { emailAddress: 'new@example.org' }),
      () => patron.suspend(waiting),
      () => patron.editSuspension(suspended, { suspensionType: 'limited', numberOfDays: '3' }),
      () => patron.release(suspended),
      () => patron.borrow(ready),
      () => patron.borrow(other),
      () => patron.put(`${HOLDS}/pace`, { readyAtMost: 1 }),
      () => patron.delete(`${HOLDS}/pace`),
    ];
    for (const command of commands) expectRefusal(await command(), code, reason);

    const profile = { ...(before.profile as object), ...members, ...more };
    expect(await patron.snapshot()).toEqual({ ...before, profile });
    expectNoContent(await patron.remove(waiting));
    expectNoContent(await patron.returnTitle(lent));
    await change(patron, { blocked: null, expiresOn: null });
    expectNoContent(await patron.release(suspended));
    await mustSucceed(patron.borrow(ready));
  });
});

test.each(['Pacific/Kiritimati', 'Pacific/Midway'])(
  'a patron uses the service on the last day as the library counts it, in %s',
  async (timeZone) => {
    const { websiteId } = library;
    const noticed = { name: 'Library', homepage: 'https://library.example', timeZone };
    await library.import({ record: 'settings', websiteId, notices: noticed });
    const patron = await library.addPatron();
    const title = await library.addTitle(1);

    await change(patron, { expiresOn: await dayIn(timeZone, -1) });
    expectRefusal(await patron.borrow(title), 'PatronExpired');

    const today = await dayIn(timeZone);
    await change(patron, { expiresOn: today });
    await mustSucceed(patron.borrow(title));
    expect((await patron.profile()).body).toMatchObject({ expiresOn: today, isExpired: false });
  },
);
