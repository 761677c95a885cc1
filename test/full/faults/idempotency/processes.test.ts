import { expectCreated, expectRefusal } from '../../../support/answers.js';
import { type Answer, mustSucceed, PatronClient, RetryingClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { startCommitProxy } from '../../support/servers/commit-proxy.js';
import { freshDatabase } from '../../../support/database.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { HOLDS } from '../../../support/paths.js';
import { startDeployment, startProcess } from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
import { tokenOf } from '../../../support/service.js';
import { newKey, postWithKey } from '../../../support/idempotency/keyed-requests.js';

test('requests with one key, sent to two processes at once, make one change and get one answer', async () => {
  const deployment = await startDeployment(smallLibrary(1, [0]), { client: RetryingClient });
  try {
    const clients = await deployment.signIn(1);
    for (let round = 0; round < 10; round++) {
      const key = newKey();
      const send = (client: PatronClient): Promise<Answer> =>
        postWithKey(client, HOLDS, { id: 1, ignoreHoldEmail: true }, key);
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(clients[index % 2]!)));
      const texts = new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text));
      expect(texts.size).toBe(1);
      for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 'RequestInProgress');
      expect([...texts]).toEqual([(await send(clients[1]!)).text]);
      await mustSucceed(clients[0]!.delete(`${HOLDS}/1`));
    }
    expect(await brokenInvariants(deployment.database)).toEqual([]);
  } finally {
    await deployment.close();
  }
});

describe('a request whose database goes away and stays away for a while', () => {
  test.each(['before', 'after'] as const)(
    '%s its COMMIT has its effect once, and its own answer, when it is sent again',
    async (when) => {
      const stored = await freshDatabase();
      const proxy = await startCommitProxy(stored.url);
      const deployment = await startDeployment(smallLibrary(1, [1]), { processes: 0, on: stored });
      const service = await startProcess({ DATABASE_URL: proxy.url, ROLE: 'api' });
      try {
        const client = new PatronClient(service.url, await tokenOf(deployment.database, 1));
        const key = newKey();
        const send = (): Promise<Answer> => postWithKey(client, HOLDS, { id: 1, ignoreHoldEmail: true }, key);
        proxy.goAwayAtCommit(when);
        expectRefusal(await send(), 'ServiceUnavailable');
        proxy.comeBack();
        let answer = await send();
        await eventually(async () => expect((answer = await send()).status).toBe(201));
        expectCreated(answer);
        expect((await send()).text).toBe(answer.text);
        expect((await client.get(HOLDS)).body.holds).toHaveLength(1);
        expect(await brokenInvariants(deployment.database)).toEqual([]);
      } finally {
        await service.stop();
        await proxy.close();
        await deployment.close();
      }
    },
  );
});
