import { request } from 'node:http';
import pg from 'pg';
import type { Database } from '../../../../../src/platform/database/database.js';
import { statement } from '../../../../../src/platform/database/statement.js';
import { expectRefusal } from '../../../../support/answers.js';
import { eventually } from '../../../../support/clock.js';
import { startDeployment } from '../../../support/processes.js';
import { title, toLines } from '../../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../../support/sandbox-clock.js';
import { startService } from '../../../../support/service.js';
import { OperatorClient, RECORDS } from '../../../../support/operator/operator-client.js';

const TITLES = statement<{ number: number }>(
  'test-titles',
  'SELECT cross_ref_id AS number FROM title ORDER BY 1',
);

const titles = async (database: Database): Promise<number[]> =>
  (await database.run(TITLES)).map(({ number }) => number);

test('when the database is busy for too long, the error says how far the import came', async () => {
  const productionTimeouts = {};
  const busy = await startService([], { OPERATOR_TOKEN }, productionTimeouts);
  const otherSession = new pg.Client(busy.databaseUrl);
  await otherSession.connect();
  try {
    await otherSession.query('BEGIN; LOCK TABLE title');
    const answer = await new OperatorClient(busy.url).sendRecords(
      'nonsense\n'.repeat(1_000) + toLines(title(1)),
    );
    expectRefusal(answer, 'ServiceUnavailable', /stopped at line 1001: .* 0 .* applied and 1000 rejected/);
    expect(answer.headers.get('retry-after')).toBe('1');
  } finally {
    await otherSession.end();
    await busy.close();
  }
});

test('a client that disconnects in the middle leaves complete records, can send all again, and is not logged as an error', async () => {
  const settings = { OPERATOR_TOKEN, LOG_LEVEL: 'info' };
  const deployment = await startDeployment([], { processes: 1, settings });
  const process = deployment.processes[0]!;
  const all = Array.from({ length: 1_500 }, (_, index) => title(index + 1));
  const upload = request(new URL(RECORDS, process.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${OPERATOR_TOKEN}` },
  }).on('error', () => undefined);
  upload.write(toLines(...all.slice(0, 1_200)) + '{"record":"title","reser');
  await eventually(async () => expect(await titles(deployment.database)).toHaveLength(1_000));
  upload.destroy();
  await eventually(() => expect(accessLines(process.output())).toHaveLength(1));

  expect(await titles(deployment.database)).toEqual(all.slice(0, 1_000).map(({ crossRefId }) => crossRefId));
  // The service is ready, the folder of its mails, and the upload.
  expect(levelsIn(process.output())).toEqual([INFO, INFO, INFO]);
  const answer = await new OperatorClient(process.url).sendRecords(toLines(...all));
  expect([answer.status, answer.body.applied]).toEqual([200, 1_500]);
  expect(await titles(deployment.database)).toHaveLength(1_500);
  await deployment.close();
});

const INFO = 30;

function logLines(output: string): { level: number; route?: string }[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as { level: number; route?: string });
}

function accessLines(output: string): unknown[] {
  return logLines(output).filter(({ route }) => route === RECORDS);
}

function levelsIn(output: string): number[] {
  return logLines(output).map(({ level }) => level);
}
