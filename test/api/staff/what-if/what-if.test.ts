import { DEFAULT_MOST_WANTED, MAX_MOST_WANTED } from '../../../../src/staff/what-if/what-if.requests.js';
import { MAX_HOLDS_ON_PAGE, WhatIfService } from '../../../../src/staff/what-if/what-if.service.js';
import { statement } from '../../../../src/platform/database/statement.js';
import type { TrialReport } from '../../../../src/waits/policy-trials.js';
import { expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { DAY, serviceTime } from '../../../support/clock.js';
import { copies } from '../../../support/records.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { addMachine } from '../../../support/staff/staff-members.js';
import { TestLibrary, type TestTitle } from '../../../support/test-library.js';
import { ConsoleClient, linkTo, type Page, rowsOf } from '../../../support/console/console-client.js';

/** The page that says what other rules would bring. Loans of the test library are 21 days, pickups 72 hours. */

let library: TestLibrary;
let staff: ConsoleClient;
let program: OperatorClient;
let title: TestTitle;
let address: string;
let ofApi: string;
beforeAll(async () => {
  library = await TestLibrary.alone();
  address = `/console/libraries/${library.websiteId}/what-if`;
  staff = await ConsoleClient.signIn(library, 'vera', ['viewer']);
  ofApi = `/operator/v1/libraries/${library.websiteId}/what-if`;
  const machine = await addMachine(library.service, 'figures', ['viewer'], library.websiteId);
  program = new OperatorClient(library.service.url, machine);
  title = await library.addTitle(1, { title: 'Emma' });
  await mustSucceed((await library.addPatron()).borrow(title));
  await library.fillQueue(title, 3);
});

afterAll(() => library.close());

const ask = (typed: Readonly<Record<string, string | number>>): Promise<Page> => {
  const texts = Object.entries(typed).map(([name, value]): [string, string] => [name, String(value)]);
  return staff.get(`${address}/result?${new URLSearchParams(texts).toString()}`);
};

/** The control with this name, as HTML. */
const control = ({ html }: Page, name: string): string =>
  new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '';

test('asks what is to change, and says how it is now', async () => {
  const page = await staff.get(address);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Hours for a pickup Empty: as it is, 72.');
  expect(page.text).toContain('Holds of a patron, at most Empty: as it is, 15.');
  expect(page.html).not.toContain('<svg class="chart"');
  expect(page.html).toContain('<option value="90" selected>90 days</option>');
  // A link may fill in the title, and simulates nothing.
  const linked = await staff.get(`${address}?title=${title.crossRefId}`);
  expect(control(linked, 'title')).toContain(`"${title.crossRefId}"`);
});

test('shows waits, loans and copies side by side, as a picture and in numbers', async () => {
  const page = await ask({ pickupHours: 48, copiesPerTitle: 1, title: title.crossRefId });
  expect(page.status).toBe(200);
  expect(linkTo(page, 'Emma: 90 days from now, in 30 runs')).toBe(
    `/console/libraries/${library.websiteId}/queues/${title.reserveId}`,
  );
  expect(rowsOf(page, 'The rules side by side')).toEqual([
    ['Half of the holds ready within', '45 days', '21 days', '▼ 24 less: better'],
    // The copy that is bought is back after 2 and 21 days.
    ['Nine of ten ready within', '69 days', '23 days', '▼ 46 less: better'],
    ['Loans begun', '3', '3', '= no clear difference'],
    ['Holds that wait or are placed', '3', '3', '–'],
    ['Copies on loan', '90 %', '46.7 %', '–'],
    ['Copies set aside', '10 %', '3.3 %', '–'],
    ['Copies on the shelf', '0 %', '50 %', '–'],
    ['Copies bought', '0', '1', '–'],
  ]);
  const widths = [...page.html.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
  expect(widths[1]! / widths[0]!).toBeCloseTo(21 / 45, 5);
  expect(page.text).toContain('Half of the holds ready within: Today 45 days, Changed 21 days.');
  expect(page.text).toContain('Too little is known of what patrons do');
  expect(page.text).toContain('New holds: none, because too little is known');
  // The form is as it was: of its questions, those that were asked are open.
  const questions = [...page.html.matchAll(/<details class="group"( open)?><summary>([^<]*)/g)];
  expect(questions.map(([, isOpen, title]) => [title, isOpen !== undefined])).toEqual([
    ['What if there were more copies?', true],
    ['What if patrons had more or less time?', true],
    ['What if patrons might have more or fewer holds?', false],
  ]);
  expect(control(page, 'pickupHours')).toContain('value="48"');
});

test('takes the most wanted titles of the library, and none of another one', async () => {
  const elsewhere = await library.another();
  await elsewhere.import(copies(title.crossRefId, 1));
  await mustSucceed((await elsewhere.addPatron()).borrow(title));
  await elsewhere.fillQueue(title, 4);
  const second = await library.addTitle(1);
  await library.fillQueue(second, 2);
  const page = await ask({ eBook: 7 });
  expect(page.text).toContain('2 titles with holds: 90 days from now');
  expect((await ask({ eBook: 7, mostWanted: 1, days: 30 })).text).toContain(
    'the 1 most wanted title of 2 with holds: 30 days from now',
  );
  const path = `/console/libraries/${elsewhere.websiteId}/what-if/result?eBook=7`;
  expect((await staff.get(path)).status).toBe(404);
});

test('says of each title what it waits now, and what it would wait', async () => {
  const [few, none] = [
    await library.addTitle(1, { title: 'Few' }),
    await library.addTitle(0, { title: 'None' }),
  ];
  await mustSucceed((await library.addPatron()).borrow(few));
  await library.fillQueue(few, 2);
  await library.fillQueue(none, 1);
  const query = 'copiesPerTitle=1&mostWanted=100';
  const page = await staff.get(`${address}/result?${query}`);
  const rows = rowsOf(page, 'Half of the holds of each title');
  expect(rows.filter(([name]) => ['Emma', 'Few', 'None'].includes(name!))).toEqual([
    ['Emma', '3', '1', '45 days', '21 days', '▼ 24 less: better'],
    ['Few', '2', '1', '21 days', '0 days', '▼ 21 less: better'],
    ['None', '1', '1', 'never', '0 days', '▼ less: better'],
  ]);
  expect((await staff.get(linkTo(page, 'Few'))).text).toContain('Few: 90 days from now');
  const { report } = (await program.get(`${ofApi}/result?${query}`)).body;
  const named = (name: string) => (report as TrialReport).byTitle?.find((each) => each.title === name);
  expect(named('Few')).toMatchObject({
    reserveId: few.reserveId,
    liveHolds: 2,
    policies: [
      { copiesBought: 0, waits: { likelyDays: { value: 21 } }, differenceDays: 0 },
      { copiesBought: 1, waits: { holds: { value: 2 }, likelyDays: { value: 0 } }, differenceDays: -21 },
    ],
  });
  expect(named('None')).toMatchObject({
    policies: [{ waits: { likelyDays: { value: null } } }, { differenceDays: null }],
  });
  const ofOne = await program.get(`${ofApi}/result?copiesPerTitle=1&title=${few.crossRefId}`);
  expect(ofOne.body.report.byTitle).toBeUndefined();
});

test('finds a title by its name, author or ISBN, and asks which of several', async () => {
  const formats = [{ id: 'ebook-epub-adobe', identifiers: [{ type: 'ISBN', value: '978-0-14-143947-1' }] }];
  const creators = [{ role: 'Author', name: 'Jane Austen' }];
  const other = await library.addTitle(1, { title: 'Emmanuelle', formats, creators });
  await library.fillQueue(other, 1);
  for (const [name, found] of [
    ['manuel', 'Emmanuelle'],
    ['austen jane', 'Emmanuelle'],
    ['0141439475', 'Emmanuelle'],
  ] as const)
    expect((await ask({ pickupHours: 48, title: name })).text).toContain(`${found}: 90 days from now`);
  const asked = await ask({ pickupHours: 48, title: 'emma' });
  expect([asked.status, asked.html.includes('<svg class="chart"')]).toEqual([200, false]);
  expect(rowsOf(asked, 'Titles with holds').map(([name]) => name)).toEqual([
    expect.stringMatching(/^Emma E-book/),
    expect.stringMatching(/^Emmanuelle E-book, by Jane Austen/),
  ]);
  const chosen = await staff.get(linkTo(asked, 'Emmanuelle'));
  expect(chosen.text).toContain('Emmanuelle: 90 days from now');
  expect(control(chosen, 'pickupHours')).toContain('value="48"');
});

test('renewing the licences that end is a change, and stays ticked', async () => {
  const asked = await ask({ renew: 'true' });
  expect(asked.text).toContain(
    'each licence that ends, or gives its last loan, is at once followed by one like it.',
  );
  expect(asked.html).toMatch(/<input[^>]*name="renew"[^>]*checked/);
  expect(asked.text).toContain('No licence of these titles ends in this time.');
});

test('what the licences that end would cost is told by currency, as far as prices are known', async () => {
  const licensed = await library.addTitle(0);
  await library.fillQueue(licensed, 1);
  const endsOn = new Date((await serviceTime(library.service)).getTime() + 30 * DAY * 1000).toISOString();
  for (const [id, price] of Object.entries({
    a: { price: 40, currency: 'EUR' },
    b: { price: 12.5, currency: 'EUR' },
    c: { price: 30, currency: 'USD' },
    d: {},
  }))
    await library.setLicence(licensed, `renewed ${id}`, { concurrency: 1, endsOn, ...price });
  expect((await ask({ renew: 'true' })).text).toContain(
    '4 licences end in this time. Renewed at the price of each, that costs 52.50 EUR and 30.00 USD; the price of 1 is not known.',
  );
  expect((await ask({ pickupHours: 48 })).text).not.toContain('licences end');
});

describe('what was typed is kept, with what is wrong with it', () => {
  test.each([
    [{}, 'Enter what is to change.'],
    [{ pickupHours: 'three' }, 'This must be a whole number from 1 to 8760, in plain digits.'],
    [{ holdLimit: -1 }, 'This must be a whole number from 0 to 1000000'],
    [{ copiesPerTitle: 1_001 }, 'This must be a whole number from 0 to 1000'],
    [{ percentOfCopies: '5.5' }, 'This must be a whole number from 0 to 1000'],
    [{ copiesPerTitle: 1, percentOfCopies: 5 }, 'This must be empty where there are copies of each title.'],
    [{ pickupHours: 24, mostWanted: MAX_MOST_WANTED + 1 }, 'This must be a whole number from 1 to 100'],
    [{ pickupHours: 24, days: 366 }, 'This must be a whole number from 1 to 365'],
    [{ pickupHours: 24, title: 'Nowhere' }, 'This must be in the name, the author or the identifiers'],
    [{ pickupHours: 24, title: 987_654 }, 'This must be a title of the library.'],
    [{ eBook: 8 }, 'This must be 1 or 7 or 14 or 21 or 89.'],
    [{ missedPickup: 'forgive' }, 'This must be redeliver-once or cancel or suspend.'],
  ])('%j', async (typed: Readonly<Record<string, string | number>>, problem) => {
    const page = await ask(typed);
    expect(page.status).toBe(422);
    expect(page.text).toContain(problem);
    expect(page.html).not.toContain('<caption>The rules');
    for (const [name, value] of Object.entries(typed))
      if (control(page, name) !== '') expect(control(page, name)).toContain(`value="${value}"`);
  });
});

describe('a process', () => {
  /** As if the processor were so busy that a trial takes so long. */
  function takes(milliseconds: number): void {
    jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(milliseconds);
  }
  afterEach(() => jest.restoreAllMocks());

  test('gives a page up after eight seconds', async () => {
    const service = new WhatIfService(library.service.database);
    takes(8_000);
    expect((await service.answer(library.websiteId, { pickupHours: 24 })).report).toBeDefined();
    takes(8_001);
    await expect(service.answer(library.websiteId, { pickupHours: 24 })).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      message: 'The simulation took too long. Choose fewer titles, or fewer days.',
    });
  });

  test('simulates one thing at a time, and the next one then', async () => {
    const service = new WhatIfService(library.service.database);
    const answer = (more = {}) => service.answer(library.websiteId, { pickupHours: 24, ...more });
    const [first, second] = await Promise.allSettled([answer(), answer()]);
    expect([first.status, second]).toMatchObject(['fulfilled', { reason: { code: 'ServiceUnavailable' } }]);
    // Also after one that was refused.
    await expect(answer({ title: '987654' })).rejects.toMatchObject({ code: 'InvalidFieldValue' });
    expect((await answer()).report?.policies).toHaveLength(2);
  });
});

test('a program gets the same figures, and the rules that are changed', async () => {
  expect((await program.get(ofApi)).body).toMatchObject({ pickupHours: 72, holdLimit: 15 });
  const { body } = await program.get(
    `${ofApi}/result?copiesPerTitle=1&eBook=21&pickupHours=1&title=${title.crossRefId}`,
  );
  expect(body.report).toMatchObject({
    title: { title: 'Emma', liveHolds: 3 },
    days: 90,
    policies: [
      { name: 'Today', waits: { likelyDays: { value: 45 } } },
      { changes: { copies: { perTitle: 1 }, lendingDays: { eBook: 21 } }, copiesBought: 1 },
    ],
  });
  const named = await program.get(`${ofApi}/result?pickupHours=48&title=emma`);
  expect(named.body).toMatchObject({ choices: [{ title: 'Emma' }, { title: 'Emmanuelle' }] });
  expectRefusal(await program.get(`${ofApi}/result`), 'MissingField', 'Enter what is to change.');
  expect((await program.get('/operator/v1/libraries/999999/what-if')).status).toBe(404);
});

/** As if more holds had been placed than a page can simulate. */
const CROWD = statement(
  'test-crowd',
  'UPDATE title_queue SET live_holds = $2::int, next_ticket = $2 + 1 WHERE reserve_id = $1 AND website_id = $3',
);

test('a page simulates so many holds and titles at most', async () => {
  expect(DEFAULT_MOST_WANTED).toBeLessThanOrEqual(MAX_MOST_WANTED);
  // Five runs of two policies.
  await library.service.database.run(CROWD, [title.reserveId, MAX_HOLDS_ON_PAGE / 10 + 1, library.websiteId]);
  const page = await ask({ pickupHours: 24 });
  expect(page.status).toBe(422);
  expect(page.text).toContain('Too many holds would be simulated for a page.');
  expect(control(page, 'pickupHours')).toContain('value="24"');
});
