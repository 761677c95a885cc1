import { mustSucceed } from '../../support/client.js';
import { WEBSITE_ID } from '../../support/records.js';
import { TestLibrary } from '../../support/test-library.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { ConsoleClient } from '../../support/console/console-client.js';

const LIBRARY = `/console/libraries/${WEBSITE_ID}`;

let library: TestLibrary;
let admin: ConsoleClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  admin = await ConsoleClient.signIn(library.service, 'ada', ['admin']);
});
afterAll(() => library.close());

/** How often the log of actions has that settings were changed. */
async function changesLogged(): Promise<number> {
  const operator = new OperatorClient(library.service.url);
  const { body } = await mustSucceed(operator.get('/operator/v1/actions'));
  return (body as { actions: { action: string }[] }).actions.filter(
    ({ action }) => action === 'settings-changed',
  ).length;
}

const valueOf = (html: string, name: string): string | undefined =>
  new RegExp(`<input [^>]*name="${name.replace('.', '\\.')}"[^>]* value="([^"]*)"`).exec(html)?.[1];

test('an administrator changes the settings of the library, and the log has it', async () => {
  const page = `${LIBRARY}/settings`;
  expect(valueOf((await admin.get(page)).html, 'notices.timeZone')).toBeUndefined();
  const fields = {
    'notices.timeZone': ' Europe/Berlin ',
    'notices.languages': 'de,en',
    'collections.holdsPerCopy': 4,
  };
  const stored = await admin.submit(page, fields);
  expect(stored.text).toContain('The settings are stored.');
  const shown = ['notices.timeZone', 'notices.languages', 'collections.holdsPerCopy', 'mail.replyTo'].map(
    (name) => valueOf(stored.html, name),
  );
  expect(shown).toEqual(['Europe/Berlin', 'de, en', '4', undefined]);
  expect(stored.text).toContain('the library’s zone, Europe/Berlin');
  expect(await changesLogged()).toBe(1);
  // The same again is no change.
  await admin.submit(page, fields);
  expect(await changesLogged()).toBe(1);
  expect(valueOf((await admin.submit(page, {})).html, 'notices.timeZone')).toBeUndefined();
});

test('a setting that is not allowed is told at its field, and nothing is changed', async () => {
  const page = `${LIBRARY}/settings`;
  const before = await changesLogged();
  const refused = await admin.submit(page, {
    'notices.name': 'Kept as typed',
    'notices.color': 'blue',
    'rates.perPatron': 'many',
    'identityProvider.issuer': 'https://id.example.org',
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Nothing was changed. Correct the fields that are marked.');
  expect(valueOf(refused.html, 'notices.name')).toBe('Kept as typed');
  const marked = [...refused.html.matchAll(/<input [^>]*name="([^"]*)"[^>]*aria-invalid="true"/g)];
  expect(marked.map(([, name]) => name).sort()).toEqual([
    'identityProvider.audience',
    'identityProvider.jwksUrl',
    'notices.color',
    'rates.perPatron',
  ]);
  expect(refused.text).toMatch(/Color of the button Such as #1a2b3c\. This must be /);
  expect(valueOf((await admin.get(page)).html, 'notices.name')).toBeUndefined();
  expect(await changesLogged()).toBe(before);
});

test('the keys of an identity provider must not be in the network of the service', async () => {
  const refused = await admin.submit(`${LIBRARY}/settings`, {
    'identityProvider.issuer': 'https://id.example.org',
    'identityProvider.audience': 'holdfast',
    'identityProvider.jwksUrl': 'http://127.0.0.1/keys',
  });
  expect(refused.status).toBe(422);
  expect(refused.html).toMatch(/name="identityProvider\.jwksUrl"[^>]*aria-invalid="true"/);
});
