import { type Answer, PatronClient } from '../support/client.js';
import { type CommitProxy, startCommitProxy } from '../support/commit-proxy.js';
import { brokenInvariants } from '../support/invariants.js';
import { CHECKOUTS, checkoutPath, holdPath, HOLDS, suspensionPath } from '../support/paths.js';
import { smallLibrary } from '../support/records.js';

import { type ServiceUnderTest, startService, tokenOf } from '../support/service.js';
import { newKey, postWithKey } from '../idempotency/keyed-requests.js';

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
});
