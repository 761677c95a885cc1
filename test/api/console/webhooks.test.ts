import { WEBSITE_ID } from '../../support/records.js';
import { TestLibrary } from '../../support/test-library.js';
import { ConsoleClient } from '../../support/console/console-client.js';
import { linkTo, rowsOf } from './page-parts.js';

const WEBHOOKS = `/console/libraries/${WEBSITE_ID}/webhooks`;
const RECEIVER = 'https://8.8.8.8/events';

let library: TestLibrary;
let admin: ConsoleClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  admin = await ConsoleClient.signIn(library.service, 'ada', ['admin']);
});
afterAll(() => library.close());

/** @returns where its page is */
async function added(): Promise<string> {
  const page = await admin.submit(WEBHOOKS, { url: RECEIVER, types: 'hold.ready' });
  return linkTo(page, 'To the webhook');
}

test.each<[string, Record<string, string>, string]>([
  ['no address', { url: 'nowhere' }, 'This must be an https:// address'],
  ['an address with a password', { url: 'https://a:b@example.org/' }, 'This must be an https:// address'],
  ['a receiver in the network of the service', { url: 'https://127.0.0.1/x' }, 'This must'],
  ['events that there are not', { url: RECEIVER, types: 'hold.lost' }, 'This must be one or more of'],
])('%s is told at its field, and what was typed is kept', async (_, fields, problem) => {
  const refused = await admin.submit(WEBHOOKS, fields);
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(problem)]);
  for (const typed of Object.values(fields)) expect(refused.html).toContain(`value="${typed}"`);
  expect(refused.html).toMatch(/aria-invalid="true"/);
  expect(rowsOf(await admin.get(WEBHOOKS))).toEqual([]);
});

test('a time that is none is told at its field', async () => {
  const address = await added();
  const refused = await admin.submit(`${address}/replay`, { since: 'yesterday' });
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('This must be a time such as'),
  ]);
  expect(refused.html).toContain('value="yesterday"');
  await admin.submit(`${address}/removal`, {});
});

test('a webhook is removed once that was asked', async () => {
  const address = await added();
  expect(linkTo(await admin.get(address), 'Remove the webhook …')).toBe(`${address}/removal`);
  const asked = await admin.get(`${address}/removal`);
  expect(asked.text).toContain(RECEIVER);
  expect(asked.text).toContain('This cannot be undone.');
  expect((await admin.get(address)).status).toBe(200);
  expect((await admin.submit(`${address}/removal`, {})).text).toContain('The webhook was removed.');
  expect((await admin.get(address)).status).toBe(404);
});
