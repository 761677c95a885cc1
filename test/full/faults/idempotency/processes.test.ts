import { expectRefusal } from '../../../support/answers.js';
import { type Answer, mustSucceed, PatronClient, RetryingClient } from '../../../support/client.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { HOLDS } from '../../../support/paths.js';
import { startDeployment } from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
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
