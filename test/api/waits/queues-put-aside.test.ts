import { InThisThread, METRICS, waitCurvesOf } from '../../support/runs/wait-curves.js';
import type { QueueToForecast, Waits } from '../../../src/domain/waits/forecast.js';
import { NO_TIMEOUTS } from '../../support/database.js';
import { Database } from '../../../src/platform/database/database.js';
import { DatabaseUnavailable } from '../../../src/platform/database/failures.js';
import { type Statement, statement } from '../../../src/platform/database/statement.js';
import { advanceClock, HOUR } from '../../support/clock.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';
import { addLentTitle, daysOf } from './lent-title.js';

/** Loans of the test library are 21 days, pickups 72 hours. */
const LOAN_AND_PICKUP = 21 + 3;

let library: TestLibrary;
let database: Database;
beforeAll(async () => {
  library = await TestLibrary.open();
  ({ database } = library.service);
  // What other files have left is none of what is counted here.
  await waitCurvesOf(database).work();
});

const lentTitle = (): Promise<TestTitle> => addLentTitle(library);

test('a queue whose waits cannot be computed is put aside and counted, and the others have theirs', async () => {
  const [broken, whole] = [await lentTitle(), await lentTitle()];
  const [[, inBroken], [inWhole]] = [await library.fillQueue(broken, 2), await library.fillQueue(whole, 1)];
  class Failing extends InThisThread {
    asked = 0;
    override async waits(queue: QueueToForecast): Promise<Waits> {
      if (queue.liveHolds !== 2) return super.waits(queue);
      this.asked += 1;
      throw new RangeError('integer out of range');
    }
  }
  const thread = new Failing();
  const counted = async (): Promise<number> =>
    (await METRICS.queuesWithoutForecast.get()).values.find(({ labels }) => labels.reason === 'failed')!
      .value;
  const before = await counted();
  await waitCurvesOf(database, thread).work();
  expect([await daysOf(inBroken, broken), await daysOf(inWhole, whole)]).toEqual([undefined, 21]);
  expect([thread.asked, (await counted()) - before]).toEqual([1, 1]);
  // Nor does a worker that starts anew look at it before it changes.
  await waitCurvesOf(database, thread).work();
  expect(thread.asked).toBe(1);
  await advanceClock(library.service, HOUR);
  const newcomer = await library.addPatron();
  await newcomer.place(broken);
  await waitCurvesOf(database).work();
  expect(await daysOf(inBroken, broken)).toBe(21 + LOAN_AND_PICKUP);
});

/** Its statement that reads the holds of one queue is ended by the server. */
class Ending extends Database {
  /** SQL that ends the statement, or its connection. */
  end = '';
  title: TestTitle | undefined;

  override run<Row>(asked: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> {
    const isOfTitle = asked.name === 'wait-curves-holds' && values[1] === this.title?.reserveId;
    return isOfTitle ? super.run(statement<Row>('', this.end)) : super.run(asked, values);
  }
}

test('a queue whose statements take too long is put aside; one whose connection is lost is computed later', async () => {
  const [slow, whole] = [await lentTitle(), await lentTitle()];
  const [[inSlow], [inWhole]] = [await library.fillQueue(slow, 1), await library.fillQueue(whole, 1)];
  const ending = new Ending({ url: database.url, poolSize: 2, ...NO_TIMEOUTS });
  ending.title = slow;
  ending.end = 'SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(10)';
  const waits = waitCurvesOf(ending);
  try {
    await expect(waits.work()).rejects.toThrow(DatabaseUnavailable);
    ending.end = 'SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(10)';
    await waits.work();
    expect([await daysOf(inSlow, slow), await daysOf(inWhole, whole)]).toEqual([undefined, 21]);
    // Until it changes.
    ending.title = undefined;
    await waits.work();
    expect(await daysOf(inSlow, slow)).toBeUndefined();
  } finally {
    await ending.close();
  }
});
