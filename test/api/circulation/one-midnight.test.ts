import { runTimers } from '../../support/runs/run-timers.js';
import { advanceClock, HOUR, serviceTime } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf } from '../../support/invariants.js';
import { isBackgroundStatement } from '../../support/stored/background-statement.js';
import { interceptStatements } from '../../support/stored/intercept-statements.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';

/** Licences of many titles that begin and end at the same moment, which timers turn together. */

let library: TestLibrary;
beforeEach(async () => {
  library = await TestLibrary.alone({ pickupHours: 72 });
});
afterEach(() => library.close());

const inHours = async (hours: number): Promise<string> =>
  new Date((await serviceTime(library.service)).getTime() + hours * HOUR * 1000).toISOString();

async function pass(hours: number): Promise<void> {
  await advanceClock(library.service, hours * HOUR);
  await runTimers(library.service.database);
}

test('each title keeps what its own licences leave, and its own holds wait again', async () => {
  const end = await inHours(24);
  const addTitle = async (name: string, staysToo: boolean): Promise<TestTitle> => {
    const title = await library.addTitle();
    await library.setLicence(title, `${name}-ends`, { concurrency: 1, endsOn: end });
    if (staysToo) await library.setLicence(title, `${name}-stays`, { concurrency: 1 });
    return title;
  };
  const lost = await addTitle('lost', false);
  const kept = await addTitle('kept', true);
  const unwanted = await addTitle('unwanted', true);
  const coming = await library.addTitle();
  await library.setLicence(coming, 'coming', { concurrency: 1, startsOn: end });
  const [ofLost] = await library.fillQueue(lost, 1);
  const ofKept = await library.fillQueue(kept, 2);
  const ofComing = await library.fillQueue(coming, 2);
  await pass(25);
  expect(await conditionsOf(lost, ofLost)).toEqual(['waiting']);
  expect((await ofLost.find(lost)).body).toHaveProperty('copiesLost');
  expect((await conditionsOf(kept, ...ofKept)).toSorted()).toEqual(['ready', 'waiting']);
  expect(await conditionsOf(coming, ...ofComing)).toEqual(['ready', 'waiting']);
  const owned = [lost, kept, unwanted, coming].map(
    async (title) => (await library.copiesOf(title)).main?.owned,
  );
  expect(await Promise.all(owned)).toEqual([0, 1, 1, 1]);
  expect(await brokenInvariantsOf(library)).toEqual([]);
});

async function statementsAtTheEndOf(titles: number): Promise<number> {
  const endsOn = await inHours(24);
  for (let each = 0; each < titles; each++) {
    const title = await library.addTitle();
    await library.setLicence(title, `year-${title.crossRefId}`, { concurrency: 1, endsOn });
  }
  await advanceClock(library.service, 25 * HOUR);
  let number = 0;
  const stop = interceptStatements(({ name }) => {
    if (!isBackgroundStatement(name)) number += 1;
  });
  try {
    await runTimers(library.service.database);
  } finally {
    stop();
  }
  return number;
}

test('twenty titles that nobody waits for take as many statements as one', async () => {
  expect(await statementsAtTheEndOf(20)).toBe(await statementsAtTheEndOf(1));
});
