import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken } from '../../../../../src/access/tokens/tokens.store.js';
import { statement } from '../../../../../src/platform/database/statement.js';
import { expectRefusal } from '../../../../support/answers.js';
import { PatronClient } from '../../../../support/client.js';
import { type Deployment, startDeployment } from '../../../support/processes.js';
import { smallLibrary } from '../../../../support/records.js';

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment(smallLibrary(1, [0]));
});
afterAll(() => deployment.close());

const REVOKE = statement('test-revoke-one', 'DELETE FROM access_token WHERE token_hash = $1');

test('after its revocation no process accepts a token, however busy the process was with it', async () => {
  const clients = await deployment.signIn(1);
  let revoked = false;
  const counts = { accepted: 0, refused: 0 };
  const ask = async (client: PatronClient): Promise<void> => {
    while (counts.refused < 40) {
      const wasRevoked = revoked;
      const answer = await client.get('/v1/patrons/me/holds');
      // On a busy machine the service may be unable to answer now.
      if (answer.status === 503) continue;
      if (answer.status === 200) {
        expect(wasRevoked).toBe(false);
        counts.accepted += 1;
      } else {
        expectRefusal(answer, 'Unauthorized');
        expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast", error="invalid_token"');
        counts.refused += 1;
      }
    }
  };
  const asking = Promise.all(clients.flatMap((client) => Array.from({ length: 8 }, () => ask(client))));
  while (counts.accepted < 20) await sleep(10);
  await deployment.database.run(REVOKE, [hashToken(clients[0]?.token ?? '')]);
  revoked = true;
  await asking;
});
