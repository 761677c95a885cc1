import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectRefusal } from '../../../support/answers.js';
import { mustSucceed, PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';
import { runImportCommand } from '../../../support/runs/import-command.js';
import { addMachine } from '../../../support/staff/staff-members.js';
import type { TestLibrary } from '../../../support/test-library.js';

/** An iCalendar file comes in by each way in which a file of records does. */

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

const FILE = [
  'BEGIN:VCALENDAR',
  ...['BEGIN:VEVENT', 'UID:sundays', 'SUMMARY:Sundays', 'DTSTART;VALUE=DATE:20261101'],
  ...['RRULE:FREQ=WEEKLY', 'END:VEVENT'],
  ...['BEGIN:VEVENT', 'UID:party', 'SUMMARY:Party', 'DTSTART:20261224T180000', 'END:VEVENT'],
  'END:VCALENDAR',
  '',
].join('\r\n');

const entries = async (): Promise<unknown> =>
  (await mustSucceed(operator.get(`/operator/v1/libraries/${library.websiteId}/calendar`))).body.entries;
const sundays = (kind: string): unknown => [
  {
    ...{ entryId: 'sundays', kind, name: 'Sundays', from: '2026-11-01', to: '2026-11-01' },
    ...{ repeats: 'weekly', until: null, suspendsHolds: false },
  },
];

const send = (client: Pick<OperatorClient, 'send'>, query = '') =>
  client.send('POST', `/operator/v1/libraries/${library.websiteId}/imports${query}`, {
    headers: { 'content-type': 'text/calendar' },
    body: FILE,
  });

test('a program sends it', async () => {
  const { importId } = (await mustSucceed(send(operator, '?days=holiday'))).body as { importId: string };
  await eventually(async () => expect(await entries()).toEqual(sundays('holiday')));
  const { body } = await operator.imports(library.websiteId, `/${importId}/rejections`);
  expect(body).toEqual({ rejections: [{ line: 8, message: 'event party is not of whole days' }] });
  expectRefusal(await send(operator), 'MissingField');
  const desk = await addMachine(library.service, `desk${library.websiteId}`, ['desk'], library.websiteId);
  expect((await send(new PatronClient(library.service.url, desk), '?days=term')).status).toBe(403);
});

test('staff upload it', async () => {
  const admin = await ConsoleClient.signIn(library, `ada${library.websiteId}`, ['admin']);
  const imports = `/console/libraries/${library.websiteId}/imports`;
  expect((await admin.get(imports)).text).toContain('Calendar (.ics): days on which the library is closed');
  const body = new FormData();
  body.append('content', 'calendar-closed');
  body.append('file', new Blob([FILE]), 'calendar.ics');
  expect((await admin.send(imports, { method: 'POST', body })).status).toBe(303);
  await eventually(async () => expect(await entries()).toEqual(sundays('closed')));
});

test('a command reads it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-calendar-'));
  const file = join(folder, 'calendar.ics');
  writeFileSync(file, FILE);
  process.env.DATABASE_URL = library.service.databaseUrl;
  try {
    const { output } = await runImportCommand(
      file,
      '--calendar',
      'term',
      '--library',
      String(library.websiteId),
    );
    expect(output).toContain('1 applied, 1 rejected');
    expect(await entries()).toEqual(sundays('term'));
    await expect(runImportCommand(file, '--calendar', 'term')).rejects.toThrow('--calendar needs --library');
    await expect(runImportCommand(file)).rejects.toThrow('--calendar with closed or holiday or term');
  } finally {
    jest.restoreAllMocks();
    process.exitCode = 0;
    delete process.env.DATABASE_URL;
    rmSync(folder, { recursive: true });
  }
});
