import { INVARIANT_DESCRIPTIONS } from '../../../../src/cli/doctor/doctor.js';
import { runHoldfast } from '../../support/processes.js';
import { hold, reserveIdOf, smallLibrary } from '../../../support/records.js';
import { type ImportUnderTest, openImport } from '../../../support/runs/import-under-test.js';

/** What is found and repaired is tested where no command is needed: here is what the command says, and how it exits. */

const CHECKED = `Invariants checked: ${INVARIANT_DESCRIPTIONS.length}. Violations found:`;
const HEALTHY = { code: 0, out: `${CHECKED} 0.\n`, err: '' };

let data: ImportUnderTest;
let settings: { readonly DATABASE_URL: string };
beforeEach(async () => {
  data = await openImport();
  settings = { DATABASE_URL: data.url };
});
afterEach(() => data.close());

test('a database without libraries is healthy, and so is a sound one, which is not changed', async () => {
  expect(await runHoldfast(['doctor'], settings)).toEqual(HEALTHY);
  await data.import(...smallLibrary(1, [1]), hold(1));
  const before = await data.dump();
  expect(await runHoldfast(['doctor'], settings)).toEqual(HEALTHY);
  expect(await data.dump()).toEqual(before);
});

test('what is broken is told without personal data; what cannot be repaired, and notes, are told again', async () => {
  const canary = { emailAddress: 'canary@example.org' };
  await data.import(...smallLibrary(2, [1]), hold(1, 1, canary), hold(2, 1, canary));
  await data.rows('UPDATE title_queue SET live_holds = 1');
  await data.rows('UPDATE patron SET hold_limit = 0 WHERE patron_id = 2');
  const note =
    'note: a patron has no more live holds than the limit allows: library 37, patron 2: 1 holds, limit 0\n';
  const { code, out, err } = await runHoldfast(['doctor'], settings);
  expect([code, err]).toEqual([1, '']);
  expect(out).toContain(
    `broken: a queue counts its live holds, and has issued every ticket: library 37, title ${reserveIdOf(1)}: `,
  );
  expect(out).toContain(`\n${CHECKED} `);
  expect(out).toMatch(/: \d\. Notes: 1\.\n$/);
  expect(out).not.toContain('canary');
  expect(await runHoldfast(['doctor', '--repair'], settings)).toEqual({
    ...{ code: 0, err: '' },
    out: `${note}${CHECKED} 0. Notes: 1.\n`,
  });
  await data.rows('UPDATE copies SET set_aside = 0');
  const repaired = await runHoldfast(['doctor', '--repair'], settings);
  expect(repaired.code).toBe(1);
  expect(repaired.out).toMatch(
    /^broken: the copies set aside and on loan [^]*Violations found: \d\. Notes: 1\.\n$/,
  );
});
