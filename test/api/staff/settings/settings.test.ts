import { expectRefusal } from '../../../support/answers.js';
import { ConsoleClient, type Page } from '../../../support/console/console-client.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { TestLibrary } from '../../../support/test-library.js';

let library: TestLibrary;
let admin: ConsoleClient;
let settings: string;
beforeAll(async () => {
  library = await TestLibrary.open({ name: 'Harbour Library' });
  admin = await ConsoleClient.signIn(library);
  settings = `/console/libraries/${library.websiteId}/settings`;
});

/** The renderer writes an empty value without its quotation marks. */
const chosenIn = ({ html }: Page, name: string): string => {
  const [, options = ''] =
    new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, 's').exec(html) ?? [];
  return /<option value="([^"]*)" selected/.exec(options)?.[1] ?? '';
};
const colorIn = ({ html }: Page): string | undefined =>
  /<input type="color"[^>]* value="([^"]*)"/.exec(html)?.[1];
/** What the frame shows, or the address of a page. */
const frameIn = ({ html }: Page, of = 'A notice'): string =>
  new RegExp(`<iframe[^>]* title="${of} [^>]* src="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

const store = (fields: Readonly<Record<string, string>>): Promise<Page> =>
  admin.submit(settings, { ...fields, _method: 'PUT' });
const preview = (fields: Readonly<Record<string, string>>): Promise<Page> =>
  admin.submit(`${settings}/preview`, fields);

const LOOK = {
  'notices.name': 'Hafen',
  'notices.logo': 'https://library.example/logo.png',
  'notices.color': '#ffd400',
  'notices.timeZone': 'Europe/Berlin',
  'notices.languages.1': 'de',
  'notices.languages.3': 'en-US',
};

test('a library without settings has the service’s color and zone, and no language', async () => {
  const page = await admin.get(settings);
  expect([colorIn(page), chosenIn(page, 'notices.timeZone')]).toEqual(['#1d4e89', '']);
  expect(chosenIn(page, 'notices.languages.1')).toBe('');
  expect(page.text).toContain('The text on buttons is white');
  expect(page.text).not.toContain('darkened');
});

test('a preview shows a notice with what was typed, says what becomes of the color, and stores nothing', async () => {
  const page = await preview(LOOK);
  expect([page.status, colorIn(page)]).toEqual([200, '#ffd400']);
  expect(page.text).toContain('Nothing is stored yet.');
  expect(page.text).toContain('The text on buttons is black');
  expect(page.text).toContain('On white, links in this color are darkened so that they can be read.');
  const notice = await admin.get(frameIn(page));
  expect(notice.html).toContain('<html lang="de" dir="ltr">');
  expect(notice.html).toContain('<img src="https://library.example/logo.png" alt="Hafen"');
  expect(notice.html).toContain('background: #ffd400; color: #000000');
  expect(notice.html).toMatch(/ ME(?:S)?Z</);
  expect(notice.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(notice.headers.get('x-frame-options')).toBe('sameorigin');
  const shelf = await admin.get(frameIn(page, 'The shelf'));
  expect(shelf.html).toContain(
    'src="https://library.example/logo.png" alt/></span><bdi class="name">Hafen</bdi>',
  );
  expect(shelf.html).toContain(':root{--brand:#ffd400;--on-brand:#000000;');
  expect(shelf.headers.get('content-security-policy')).toMatch(
    /img-src 'self' data: https:; .*frame-ancestors 'self'/,
  );
  expect(shelf.headers.get('x-frame-options')).toBe('sameorigin');
  expect(colorIn(await admin.get(settings))).toBe('#1d4e89');
});

test('a preview of what is no setting marks the field, and so does an address that was typed', async () => {
  const page = await preview({ ...LOOK, 'notices.logo': 'http://a.example' });
  expect([page.status, frameIn(page)]).toEqual([422, '']);
  expect(page.text).toContain('This must be an https:// address');
  expect((await admin.get(`${settings}/preview?color=blue`)).status).toBe(400);
});

test('what was chosen is stored, in the order of the languages, and shown again', async () => {
  const page = await store(LOOK);
  expect(page.text).toContain('The settings are stored.');
  expect([colorIn(page), chosenIn(page, 'notices.timeZone')]).toEqual(['#ffd400', 'Europe/Berlin']);
  expect([1, 2, 3].map((place) => chosenIn(page, `notices.languages.${place}`))).toEqual(['de', 'en-US', '']);
  expect((await admin.get(frameIn(page))).html).toContain('<html lang="de"');
});

test('what is wrong with a part of a setting is said at the setting', async () => {
  const page = await preview({ 'identityProvider.libraryClaim': 'tenant' });
  expect(page.status).toBe(422);
  expect(page.text).toContain('This value must be text of 1 to 200 characters.');
});

test.each([
  ['its box', { 'notices.color': '#ffd400', 'notices.color.none': 'yes' }],
  ['its own color', { 'notices.color': '#1D4E89' }],
])('the service’s color comes back by %s, and nothing is stored for it', async (_, fields) => {
  await store(LOOK);
  expect(colorIn(await store(fields))).toBe('#1d4e89');
  const { websiteId, service } = library;
  const stored = await service.database.prisma.librarySettings.findUnique({ where: { websiteId } });
  expect(stored?.noticeColor).toBeNull();
});

test('the library’s own system is folded up until something is wrong there, and chosen, not spelt', async () => {
  const group = /<details class="group"( open)?><summary>Sign-in by the library’s system( \(set\))?</;
  const first = await admin.get(settings);
  expect(group.exec(first.html)?.slice(1)).toEqual([undefined, undefined]);
  const fields = { 'signIn.kind': 'sip2', 'signIn.port': 'none', 'signIn.tls': 'false' };
  const wrong = await preview(fields);
  expect(group.exec(wrong.html)?.slice(1)).toEqual([' open', ' (set)']);
  const chosen = ['kind', 'tls', 'charset', 'scStatus'].map((member) => chosenIn(wrong, `signIn.${member}`));
  expect(chosen).toEqual(['sip2', 'false', '', '']);
  // What the defaults are when the group is stored.
  const host = { 'signIn.host': 'ils.example', 'signIn.port': '' };
  expect((await preview({ ...fields, ...host })).status).toBe(200);
});

test('a program sends what it has read, with a change, and is told all that is wrong', async () => {
  const operator = new OperatorClient(library.service.url);
  const address = `/operator/v1/libraries/${library.websiteId}/settings`;
  await store({ ...LOOK, 'signIn.kind': 'sip2', 'signIn.host': 'ils.example', 'signIn.password': 'a' });
  const { fields } = (await operator.get(address)).body as { fields: { name: string; value: string }[] };
  const stored = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  expect(stored).toMatchObject({ 'notices.languages': 'de, en-US', 'signIn.password': '***' });
  const changed = { ...stored, 'mail.fromName': 'Hafen' };
  expect((await operator.put(address, changed)).status).toBe(204);
  expect((await operator.get(address)).body.fields).toEqual(
    expect.arrayContaining([...fields, { name: 'mail.fromName', value: 'Hafen' }]),
  );

  const wrong = await operator.put(address, { 'notices.color': 'blue', 'rates.perPatron': 'many' });
  expectRefusal(wrong, 'InvalidFieldValue', 'rates.perPatron must be');
  expect(wrong.body.message).toContain('notices.color must be');
  const tried = await operator.post(`${address}/preview`, { 'rates.perPatron': 5 });
  expect(tried.body).toEqual({ fields: [{ name: 'rates.perPatron', value: '5' }] });
  expect((await operator.get(address)).body.fields).toContainEqual({ name: 'mail.fromName', value: 'Hafen' });
  expect((await operator.put('/operator/v1/libraries/999999/settings', {})).status).toBe(404);
});
