import { setRoles } from '../../../../src/staff/accounts/accounts.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, eventually, HOUR } from '../../../support/clock.js';
import { MailServer } from '../../../support/mail-server.js';
import { nameIn } from '../../../support/staff/staff-members.js';
import { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient, rowsOf } from '../../../support/console/console-client.js';

let library: TestLibrary;
let desk: ConsoleClient;
let ofLibrary: string;
beforeEach(async () => {
  library = await TestLibrary.open();
  ofLibrary = `/console/libraries/${library.websiteId}`;
  desk = await ConsoleClient.signIn(library, 'dora', ['desk']);
});

test('mail that is paused on a restored copy is resumed by an administrator of all libraries who says that the original is stopped', async () => {
  const [mail, resume] = [`${ofLibrary}/mail`, `${ofLibrary}/mail/resume`];
  const RESTORED = 'this database is a restored copy';
  const { mailOrigin } = library.service.database.prisma;
  const moveOrigin = async (): Promise<void> => {
    await mailOrigin.deleteMany();
    await mailOrigin.create({ data: { databaseIdentity: '1/1', recovery: '' } });
  };
  await moveOrigin();
  const admin = await ConsoleClient.signIn(library, 'ada', ['admin']);
  await setRoles(library.service.database, nameIn(library, 'ada'), null, ['admin']);
  try {
    const { html, text } = await admin.get(mail);
    expect(text).toContain(RESTORED);
    expect(html).toContain(`action="${resume}"`);
    expect((await admin.submit(resume, {})).status).toBe(400);
    expect((await admin.submit(resume, { originalIsStopped: 'no' })).status).toBe(400);
    expect((await admin.get(mail)).text).toContain(RESTORED);

    const seen = (await desk.get(mail)).html;
    expect([seen.includes(RESTORED), seen.includes(resume)]).toEqual([true, false]);

    expect((await admin.submit(resume, { originalIsStopped: 'yes' })).text).toContain('Mail is resumed');
    expect((await admin.get(mail)).text).not.toContain(RESTORED);
    const actions = await library.service.database.prisma.staffAction.findMany({
      where: { action: 'mail-resumed', websiteId: library.websiteId },
    });
    expect(actions.map(({ staffName }) => staffName)).toEqual([nameIn(library, 'ada')]);
  } finally {
    await mailOrigin.deleteMany();
  }
});

test('a notice is repaired only while it is in the list, and with an address that is one', async () => {
  const { patron, title } = await library.ready();
  const address = `${ofLibrary}/mail/${title.reserveId}/1`;
  const page = await desk.get(address);
  expect(page.text).toContain('no longer in the list');
  expect(page.text).not.toContain('Send the notice again');
  expect((await desk.get(`${ofLibrary}/mail/${title.reserveId}/2`)).status).toBe(404);
  const refused = await desk.submit(address, { emailAddress: 'nobody' });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('no longer in the list')]);
  expect((await patron.find(title)).body.emailAddress).toBe(patron.emailAddress);
});

test('the timers say what ends in which hour, and what is late', async () => {
  await library.ready();
  await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
  await mustSucceed((await library.addPatron()).borrow(await library.addTitle(1)));
  const before = await desk.get(`${ofLibrary}/timers`);
  expect(before.text).toContain('Longest overdue none');
  // Pickups, suspensions, checkouts and holds that are no longer needed.
  expect(rowsOf(before).map((row) => row.slice(1))).toEqual([
    ['0', '1', '0', '0'],
    ['1', '0', '0', '0'],
  ]);
  await advanceClock(library.service, DAY + 3 * HOUR);
  expect((await desk.get(`${ofLibrary}/timers`)).text).toContain(
    'Something has been over for 3 hours, and has not been ended.',
  );
});

test('a preview is of the type and the language that were asked for', async () => {
  const previews = `${ofLibrary}/previews`;
  const { html, text } = await desk.get(`${previews}?occasion=ended&language=fr`);
  expect(html).toMatch(/<p lang="fr" dir="ltr">/);
  expect(text).toContain('Frankenstein');
  expect(text).not.toContain('Your hold has ended');
  expect(html).toContain(`href="${previews}/mail?occasion=ended&amp;language=fr"`);
  expect((await desk.get(`${previews}?occasion=overdue`)).status).toBe(422);
  const free = await desk.get(`${previews}?occasion=watched-free&language=en`);
  expect(free.text).toContain('It is not set aside for you: who comes first borrows it.');
  expect(free.text).not.toContain('As a text message');
});

test('a preview shows the text message beside the mail, if the library sends them', async () => {
  const texts = { url: 'https://texts.example/messages', secret: `whsec_${'A'.repeat(44)}` };
  await library.import({ record: 'settings', websiteId: library.websiteId, texts });
  const { html, text } = await desk.get(`${ofLibrary}/previews?occasion=reminder&language=ar`);
  expect(text).toContain('As a text message');
  expect(html).toMatch(/<p lang="ar" dir="rtl">[^<]*: [^<]*Frankenstein[^<]*حتى/);
});

test('a preview as a page runs no script, sends no form, and is of no origin', async () => {
  const { status, headers, html } = await desk.get(
    `${ofLibrary}/previews/mail?occasion=reminder&language=ar`,
  );
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    'sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src https: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(html).toContain('<html lang="ar" dir="rtl">');
});

test('the page Mail says that the mail server offers no encryption', async () => {
  const SENTENCE = 'The connection to the mail server could not be encrypted';
  const mails = await MailServer.start();
  // This machine, too, but nothing in its name says so: the password needs STARTTLS, which is not offered.
  const SMTP_URL = `smtp://library:secret@0.0.0.0:${new URL(mails.url).port}`;
  const sending = await TestLibrary.alone({}, { ROLE: 'all', SMTP_URL });
  try {
    const member = await ConsoleClient.signIn(sending, 'dana', ['desk']);
    const page = async (): Promise<string> => (await member.get('/console/libraries/37/mail')).text;
    expect(await page()).not.toContain(SENTENCE);
    await sending.ready();
    await eventually(async () => expect(await page()).toContain(SENTENCE));
    expect(mails.received).toEqual([]);
  } finally {
    await sending.close();
    await mails.stop();
  }
});
