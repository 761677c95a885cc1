import { expectOk, expectRefusal } from '../../../support/answers.js';
import type { FieldValue } from '../../../support/client.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';
import { toLines } from '../../../support/records.js';
import type { TestLibrary } from '../../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

const CHRISTMAS = { kind: 'closed', name: 'Weihnachten 🎄 عيد', from: '2026-12-24', to: '2027-01-02' };
const calendar = (): string => `/operator/v1/libraries/${library.websiteId}/calendar`;
const put = (entryId: string, members: Readonly<Record<string, FieldValue>>) =>
  operator.put(`${calendar()}/${entryId}`, members);

test('days are put into the calendar, replaced and removed', async () => {
  expectOk(await put('christmas', { ...CHRISTMAS, repeats: 'yearly', suspendsHolds: true }));
  expectOk(await put('a%2Fb%3F', { kind: 'term', name: 'T', from: '2026-09-01', to: '2027-01-31' }));
  expectOk(await put('a%2Fb%3F', { kind: 'holiday', name: 'H', from: '2026-09-01' }));
  expect((await operator.get(calendar())).body).toEqual({
    entries: [
      {
        ...{ entryId: 'a/b?', kind: 'holiday', name: 'H', from: '2026-09-01', to: '2026-09-01' },
        ...{ repeats: null, until: null, suspendsHolds: false },
      },
      { entryId: 'christmas', ...CHRISTMAS, repeats: 'yearly', until: null, suspendsHolds: true },
    ],
  });
  const remove = () => operator.delete(`${calendar()}/christmas`);
  expect((await remove()).status).toBe(204);
  expectRefusal(await remove(), 'NotFound');
});

test.each([
  ['that end before they begin', { to: '2026-12-23' }, 'to must not be before the first day.'],
  ['of ten years', { to: '2036-12-24' }, 'to must be within 366 days from the first day.'],
  [
    'that overlap the next week',
    { to: '2026-12-31', repeats: 'weekly' },
    'to must be before the days are repeated, within a week from the first day.',
  ],
  [
    'that overlap the next year',
    { to: '2027-12-24', repeats: 'yearly' },
    'to must be before the days are repeated, within a year from the first day.',
  ],
  ['until a day without a repetition', { until: '2027-01-02' }, 'until is for days that are repeated.'],
  [
    'until a day before the first',
    { repeats: 'weekly', to: '2026-12-24', until: '2026-12-23' },
    'until must not be before the first day.',
  ],
  [
    'that suspend holds while it is open',
    { kind: 'term', suspendsHolds: true },
    'suspendsHolds is for closed days only.',
  ],
  ['that are not in a calendar', { from: '2027-02-29' }, 'from must be a day such as 2026-12-24.'],
  [
    'of another millennium',
    { from: '9999-12-30', to: '9999-12-31' },
    'from must be in the years 2000 to 2199.',
  ],
  ['of no kind', { kind: 'open' }, 'kind must be closed or holiday or term.'],
  ['repeated each day', { repeats: 'daily' }, 'repeats must be weekly or yearly.'],
  [
    'with a name of two lines',
    { name: 'a\nb' },
    'name must not contain control characters or half a surrogate pair.',
  ],
  ['with a very long name', { name: 'x'.repeat(201) }, 'name must be text of 1 to 200 characters.'],
  [
    'that are all days',
    { to: '2026-12-30', repeats: 'weekly' },
    'Not stored: the library would not be open for more than two years: a pickup must end.',
  ],
])('days %s are refused', async (_, members, message) => {
  expectRefusal(await put('x', { ...CHRISTMAS, ...members }), 'InvalidFieldValue', message);
});

test('a library is refused its last open day, and an unknown one any', async () => {
  for (const day of [1, 2, 3, 4, 5, 6])
    expectOk(await put(`day-${day}`, { ...CHRISTMAS, from: `2026-11-0${day}`, to: null, repeats: 'weekly' }));
  const last = { ...CHRISTMAS, from: '2026-11-07', to: null, repeats: 'weekly' };
  expectRefusal(await put('day-7', last), 'InvalidFieldValue');
  expectOk(await put('day-7', { ...last, until: '2027-02-01' }));
  expectRefusal(await operator.put('/operator/v1/libraries/999999/calendar/x', CHRISTMAS), 'NotFound');
  expectRefusal(await operator.get('/operator/v1/libraries/999999/calendar'), 'NotFound');
});

test('a library has a thousand entries at most, and an import says so of the others', async () => {
  const { websiteId } = library;
  const entries = Array.from({ length: 1_005 }, (_, index) => ({
    ...{ record: 'calendar', websiteId, entryId: `entry ${index}`, kind: 'holiday', name: `${index}` },
    from: '2026-12-24',
  }));
  const { body } = await operator.send('POST', '/operator/v1/records', {
    headers: { 'content-type': 'application/x-ndjson' },
    body: toLines(...entries, { ...entries[0]!, name: 'again' }),
  });
  expect(body).toMatchObject({ applied: 1_001, rejected: 5, effects: { added: 1_000, changed: 1 } });
});

describe('the console', () => {
  let page: string;
  beforeEach(() => {
    page = `/console/libraries/${library.websiteId}/calendar`;
  });

  test('shows the calendar, and lets an administrator add and remove days', async () => {
    const admin = await ConsoleClient.signIn(library, `ada${library.websiteId}`, ['admin']);
    const { html } = await admin.get(page);
    const address = /action="([^"]+\/calendar\/[^"]+)"/.exec(html)![1]!;
    const form = { _method: 'PUT', name: CHRISTMAS.name, kind: 'closed', from: CHRISTMAS.from, until: '' };
    const refused = await admin.submit(address, { ...form, to: '2026-01-01' });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('This must not be before the first day'),
    ]);
    const holiday = await admin.submit(address, { ...form, kind: 'holiday', suspendsHolds: 'true' });
    expect(holiday.text).toContain('This is for closed days only');
    const added = await admin.submit(address, {
      ...form,
      to: CHRISTMAS.to,
      repeats: 'yearly',
      suspendsHolds: 'true',
    });
    expect(added.text).toContain('Weihnachten 🎄 عيد is in the calendar.');
    expect(added.text).toContain('24 December – 2 January, each year from 2026');
    expect(added.text).toContain('Closed, holds are suspended');
    const entry = await admin.get(address);
    expect(entry.text).toContain('Holds that are suspended because of them are resumed.');
    expect(entry.html).toMatch(/name="from"[^>]*value="2026-12-24"/);
    expect(entry.html).toMatch(/<option value="yearly" selected/);
    expect(entry.html).toMatch(/name="suspendsHolds"[^>]*checked/);
    const stale = await admin.submit(address, { ...form, to: '2026-01-01' });
    expect([stale.status, stale.text]).toEqual([422, expect.stringContaining(`Change ${CHRISTMAS.name}`)]);
    const changed = await admin.submit(address, { ...form, to: '2026-12-26' });
    expect(changed.text).toContain('24 December 2026 – 26 December 2026');
    const removed = await admin.submit(address, { _method: 'DELETE' });
    expect(removed.text).toContain('There are none yet');
  });

  test('shows it to the desk without forms', async () => {
    await put('sunday', {
      ...CHRISTMAS,
      from: '2026-11-01',
      to: '2026-11-01',
      repeats: 'weekly',
      until: '2026-12-31',
    });
    const desk = await ConsoleClient.signIn(library, `dora${library.websiteId}`, ['desk']);
    const { text, html } = await desk.get(page);
    expect(text).toContain('Sunday, each week from 2026-11-01 until 2026-12-31');
    expect(html).not.toContain(`action="${page}`);
  });
});
