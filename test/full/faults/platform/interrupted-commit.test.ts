import { expectRefusal } from '../../../support/answers.js';
import { type Answer, mustSucceed, PatronClient } from '../../../support/client.js';
import { advanceClock, DAY } from '../../../support/clock.js';
import { type CommitProxy, startCommitProxy } from '../../support/servers/commit-proxy.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { CHECKOUTS, checkoutPath, holdPath, HOLDS, suspensionPath } from '../../../support/paths.js';
import { copies, patron as patronRecord, smallLibrary } from '../../../support/records.js';
import { type ServiceUnderTest, startService, tokenOf } from '../../../support/service.js';
import { newKey, postWithKey } from '../../../support/idempotency/keyed-requests.js';

const emailAddress = 'reader@example.org';

let service: ServiceUnderTest;
let proxy: CommitProxy;
/** The same service, whose connections can be cut. */
let behindProxy: ServiceUnderTest;
let patron: PatronClient;
beforeEach(async () => {
  service = await startService(smallLibrary(1, [1, 0]));
  proxy = await startCommitProxy(service.databaseUrl);
  behindProxy = await startService([], { DATABASE_URL: proxy.url });
  patron = new PatronClient(behindProxy.url, await tokenOf(service.database, 1));
});
afterEach(async () => {
  expect(await brokenInvariants(service.database)).toEqual([]);
  await behindProxy.close();
  await proxy.close();
  await service.close();
});

describe.each(['before', 'after'] as const)('a connection that is lost at COMMIT, %s it', (when) => {
  /** The answer to a request whose COMMIT is cut. */
  const cut = (send: () => Promise<Answer>): Promise<Answer> => {
    proxy.cutAtCommit(when);
    return send();
  };

  test('is not noticed by any change: it is made once, and answered as usual', async () => {
    const steps: [what: string, send: () => Promise<Answer>, status: number][] = [
      ['place', () => patron.post(HOLDS, { id: 1, emailAddress }), 201],
      ['suspend', () => patron.post(suspensionPath(1), { emailAddress, suspensionType: 'indefinite' }), 201],
      ['change it', () => patron.put(suspensionPath(1), { emailAddress, suspensionType: 'indefinite' }), 204],
      ['release', () => patron.delete(suspensionPath(1)), 204],
      ['place without a copy', () => patron.post(HOLDS, { id: 2, emailAddress }), 201],
      ['change', () => patron.put(holdPath(2), { id: 2, emailAddress: 'other@example.org' }), 204],
      ['borrow', () => patron.post(CHECKOUTS, { id: 1 }), 201],
      ['return', () => patron.delete(checkoutPath(1)), 204],
      ['place again', () => patron.post(HOLDS, { id: 1, emailAddress }), 201],
      ['remove', () => patron.delete(holdPath(1)), 204],
    ];
    for (const [what, send, status] of steps)
      expect([what, (await cut(send)).status]).toEqual([what, status]);
    expect((await patron.get(HOLDS)).body).toMatchObject({ totalItems: 1 });
  });

  test('is not noticed by a request with a key', async () => {
    const key = newKey();
    const send = (): Promise<Answer> => postWithKey(patron, HOLDS, { id: 1, emailAddress }, key);
    const first = await cut(send);
    expect(first.status).toBe(201);
    expect((await send()).text).toBe(first.text);
    expect((await patron.get(HOLDS)).body).toMatchObject({ totalItems: 1 });
  });

  test('does not hide a refusal', async () => {
    await patron.post(HOLDS, { id: 1, emailAddress });
    proxy.cutAtCommit(when);
    expect((await patron.post(HOLDS, { id: 1, emailAddress })).body).toMatchObject({
      errorCode: 'AlreadyOnWaitList',
    });
  });

  describe('in a queue where something is due', () => {
    /** The other patron's suspension, which the patron's next command ends first. */
    beforeEach(async () => {
      await service.import(patronRecord(2));
      const other = await service.signIn(2);
      await mustSucceed(
        other.post(HOLDS, { id: 2, emailAddress, suspensionType: 'limited', numberOfDays: 1 }),
      );
      await mustSucceed(patron.post(HOLDS, { id: 2, emailAddress }));
    });

    test('does not hide that the patron has the hold already', async () => {
      await advanceClock(service, DAY);
      expectRefusal(await cut(() => patron.post(HOLDS, { id: 2, emailAddress })), 'AlreadyOnWaitList');
    });

    test('does not hide that the hold is suspended already', async () => {
      await mustSucceed(patron.post(suspensionPath(2), { suspensionType: 'limited', numberOfDays: 6 }));
      await advanceClock(service, DAY);
      const wanted = { suspensionType: 'limited', numberOfDays: 90 };
      expectRefusal(await cut(() => patron.post(suspensionPath(2), wanted)), 'HoldAlreadySuspended');
      const held = await patron.get(holdPath(2));
      expect(held.body).toMatchObject({ holdSuspension: { numberOfDays: 5 } });
    });

    test('does not hide that the hold is not suspended', async () => {
      await advanceClock(service, DAY);
      expectRefusal(await cut(() => patron.delete(suspensionPath(2))), 'HoldNotSuspended');
    });

    test('does not hide that there is no such hold', async () => {
      await mustSucceed(patron.delete(holdPath(2)));
      await advanceClock(service, DAY);
      expectRefusal(await cut(() => patron.delete(holdPath(2))), 'PatronDoesntHaveTitleOnHold');
    });

    test('does not hide that the patron does not have the title on loan', async () => {
      await advanceClock(service, DAY);
      expectRefusal(await cut(() => patron.delete(checkoutPath(2))), 'PatronDoesntHaveTitleCheckedOut');
    });

    test('does not hide that the patron has the title on loan already', async () => {
      await service.import(copies(2, 2));
      await mustSucceed(patron.post(CHECKOUTS, { id: 2 }));
      await advanceClock(service, DAY);
      expectRefusal(await cut(() => patron.post(CHECKOUTS, { id: 2 })), 'TitleAlreadyCheckedOut');
    });
  });
});
