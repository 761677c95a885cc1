import { type Answer, mustSucceed, PatronClient } from '../../support/client.js';
import { HOUR, MINUTE, serviceTime } from '../../support/clock.js';
import { HOLDS } from '../../support/paths.js';
import { type Deployment, startDeployment, startProcess, urlWithLongTimeouts } from '../support/processes.js';
import { smallLibrary } from '../../support/records.js';
import { tokenOf } from '../../support/service.js';

/** A module that sets the clock of the process that imports it ahead, or back. */
function clockModule(seconds: number): string {
  const source = `const RealDate = Date; const ahead = ${seconds * 1000};
    globalThis.Date = class extends RealDate {
      constructor(...given) { given.length === 0 ? super(RealDate.now() + ahead) : super(...given); }
      static now() { return RealDate.now() + ahead; }
    };`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment(smallLibrary(2, [1, 0]), { processes: 0 });
});
afterAll(() => deployment.close());

async function secondsFromNow(time: string): Promise<number> {
  return (Date.parse(time) - (await serviceTime(deployment)).getTime()) / 1000;
}

test.each([
  [1, 'ahead', HOUR],
  [2, 'behind', -HOUR],
])(
  'the holds of patron %i have the database’s times where the host is an hour %s',
  async (patronId, _, seconds) => {
    const service = await startProcess({
      DATABASE_URL: urlWithLongTimeouts(deployment.databaseUrl),
      ROLE: 'api',
      NODE_OPTIONS: `--import ${clockModule(seconds)}`,
    });
    try {
      const patron = new PatronClient(service.url, await tokenOf(deployment.database, patronId));
      const place = (id: number): Promise<Answer> =>
        mustSucceed(patron.post(HOLDS, { id, ignoreHoldEmail: true }));
      const ready = (await place(1)).body as { holdPlacedDate: string; holdExpires: string };
      expect(Math.abs(await secondsFromNow(ready.holdPlacedDate))).toBeLessThan(10 * MINUTE);
      expect(Math.abs((await secondsFromNow(ready.holdExpires)) - 72 * HOUR)).toBeLessThan(10 * MINUTE);

      await place(2);
      const suspended = await mustSucceed(
        patron.post(`${HOLDS}/2/suspension`, { suspensionType: 'limited', numberOfDays: 5 }),
      );
      const { holdSuspension } = suspended.body as { holdSuspension: { numberOfDays: number } };
      expect(holdSuspension.numberOfDays).toBe(5);
      // The copy is for the other patron.
      await mustSucceed(patron.delete(`${HOLDS}/1`));
    } finally {
      await service.stop();
    }
  },
);
