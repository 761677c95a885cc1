import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import { WEBSITE_ID } from '../../support/records.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

const FROM = 'holds@library.example.org';

const RENAME = statement('test-rename-title', 'UPDATE title SET title = $2 WHERE reserve_id = $1');

let mails: MailServer;
let library: TestLibrary;

const members = { name: 'Bücherei "Am Markt" <Nord> & Süd', pickupHours: 48 };
useMailingLibrary((opened) => ({ library, mails } = opened), { MAIL_FROM: FROM }, members);

/** The only mail to this address. */
async function mailTo(address: string): Promise<ReceivedMail> {
  await eventually(() => expect(mails.acceptedFor(address)).toHaveLength(1));
  return mails.acceptedFor(address)[0]!;
}

async function mailAbout(title: TestTitle, patron: TestPatron): Promise<ReceivedMail> {
  await mustSucceed(patron.place(title));
  return mailTo(patron.emailAddress);
}

/** The lines of the header, unfolded. */
function headerLines({ raw }: ReceivedMail): string[] {
  const header = raw.slice(0, raw.indexOf('\r\n\r\n'));
  return header.replace(/\r\n(?=[ \t])/g, '').split('\r\n');
}

/** The lines of the folded Subject. */
function subjectLines(raw: string): string[] {
  return /^Subject:.*\r\n(?:[ \t].*\r\n)*/m.exec(raw)?.[0].trimEnd().split('\r\n') ?? [];
}

describe('the notice', () => {
  test('has the title, the library and the expiry, as text and as HTML', async () => {
    const [patron, title] = [
      await library.addPatron(),
      await library.addTitle(1, { title: 'The Left Hand of Darkness' }),
    ];
    const { parsed } = await mailAbout(title, patron);
    const { holdExpires } = (await patron.find(title)).body as { holdExpires: string };
    const until = new Date(holdExpires);
    const inWords = [
      until.toLocaleDateString('en-GB', { timeZone: 'UTC', weekday: 'long' }),
      until.toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }),
      `${holdExpires.slice(11, 16)} UTC`,
    ];

    expect(parsed.subject).toBe('Ready to borrow: The Left Hand of Darkness (e-book)');
    for (const part of [parsed.text, parsed.html]) {
      expect(part).toContain('The Left Hand of Darkness');
      for (const words of inWords) expect(part).toContain(words);
    }
    expect(parsed.text).toContain('Bücherei "Am Markt" <Nord> & Süd');
    expect(parsed.html).toContain('Bücherei &quot;Am Markt&quot; &lt;Nord> &amp; Süd');
  });

  test('is from the library’s address to the patron’s alone, and marked as automatic', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    const { parsed, raw, sender } = await mailAbout(title, patron);
    expect([parsed.from, parsed.replyTo, sender]).toEqual([{ address: FROM, name: '' }, undefined, FROM]);
    expect(parsed.to).toEqual([expect.objectContaining({ address: patron.emailAddress, name: '' })]);
    expect([parsed.cc, parsed.bcc, parsed.attachments]).toEqual([undefined, undefined, []]);
    expect(parsed.messageId).toMatch(/^<ready-[0-9a-f]{32}@library\.example\.org>$/);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
  });

  test('reveals nothing about other patrons or the hold', async () => {
    const title = await library.addTitle(0, { title: 'Wanted' });
    const patrons = await library.fillQueue(title, 3);
    await library.setCopiesOwned(title, 1);
    const { parsed, raw } = await mailTo(patrons[0].emailAddress);
    for (const text of [parsed.text, parsed.html, parsed.subject, raw.replace(/^Date:.*$/m, '')])
      for (const secret of [/\b(?:queue|place|position|others?|waiting)\b/i, title.reserveId, 'ticket'])
        expect(text).not.toMatch(secret);
    expect(
      mails.received.filter(({ parsed: { subject } }) => subject === 'Ready to borrow: Wanted (e-book)'),
    ).toHaveLength(1);
  });

  test('is not sent for a waiting hold, or for one without an address', async () => {
    const [waiting, withoutEmail, last] = await library.addPatrons(3);
    await mustSucceed(waiting.place(await library.addTitle()));
    const title = await library.addTitle(1);
    await mustSucceed(
      withoutEmail.place(title, { ignoreHoldEmail: true, emailAddress: withoutEmail.emailAddress }),
    );
    expect(Object.keys((await withoutEmail.find(title)).body.actions)).toContain('checkout');
    await mailAbout(await library.addTitle(1), last);
    expect(mails.receivedFor(waiting.emailAddress)).toEqual([]);
    expect(mails.receivedFor(withoutEmail.emailAddress)).toEqual([]);
  });

  test('goes to the address that the hold has when it becomes ready', async () => {
    const { patron, title } = await library.waiting();
    await mustSucceed(patron.edit(title, { emailAddress: 'moved-house@example.org' }));
    await library.setCopiesOwned(title, 1);
    await mailTo('moved-house@example.org');
    expect(mails.receivedFor(patron.emailAddress)).toEqual([]);
  });
});

describe('a library', () => {
  const settings = (groups: object): Promise<void> =>
    library.import({ record: 'settings', websiteId: WEBSITE_ID, ...groups });

  /** The notice of a new hold, whose patron has this language. */
  async function noticeFor(language: string | null = null, title = 'Frankenstein'): Promise<ReceivedMail> {
    const patron = await library.addPatron({ language });
    return mailAbout(await library.addTitle(1, { title }), patron);
  }

  test('sends with a name, address and address for answers of its own, or with a name alone', async () => {
    const fromName = 'Harbour Public Library';
    await settings({ mail: { fromName } });
    expect((await noticeFor()).parsed.from).toEqual({ address: FROM, name: fromName });
    const fromAddress = 'holds@harbour.example';
    await settings({ mail: { fromAddress, fromName, replyTo: 'desk@harbour.example' } });
    const { parsed, sender } = await noticeFor();
    expect(parsed.from).toEqual({ address: fromAddress, name: fromName });
    expect(parsed.replyTo).toEqual([{ address: 'desk@harbour.example', name: '' }]);
    expect(sender).toBe(fromAddress);
    expect(parsed.messageId).toMatch(/^<ready-[0-9a-f]{32}@harbour\.example>$/);
  });

  test.each([
    'Bibliothèque du «Port»',
    'Harbour, "Old" <Town> & Library; x@y.example',
    '港の図書館 '.repeat(20).trim(),
  ])('may be called %s, which is no second address', async (fromName) => {
    await settings({ mail: { fromName, fromAddress: 'holds@harbour.example' } });
    const notice = await noticeFor();
    expect(notice.parsed.from).toEqual({ address: 'holds@harbour.example', name: fromName });
    expect(headerLines(notice).join('')).toMatch(/^[\x20-\x7e]*$/);
    expect(notice.recipients).toHaveLength(1);
  });

  test('writes in the language of the patron, else in its first, with its own name and time zone', async () => {
    const languages = ['de', 'fr', 'ar'];
    const titleUrl = 'https://library.example/t/{id}';
    await settings({ notices: { name: 'Hafen', timeZone: 'Pacific/Auckland', languages, titleUrl } });
    const languageOf = (mail: ReceivedMail): string | undefined =>
      headerLines(mail).find((line) => line.startsWith('Content-Language: '));
    const french = await noticeFor('fr-CA');
    expect(languageOf(french)).toBe('Content-Language: fr-CA');
    expect(french.parsed.subject).toBe('Prêt à emprunter\u00a0: Frankenstein (livre numérique)');
    for (const part of [french.parsed.text, french.parsed.html]) {
      expect(part).toContain('Hafen');
      expect(part).not.toContain('Am Markt');
      expect(part).toMatch(/UTC\+1[23]/);
      expect(part).toMatch(/https:\/\/library\.example\/t\/[0-9a-f-]{36}/);
    }
    const german = await noticeFor();
    expect(languageOf(german)).toBe('Content-Language: de');
    expect(german.parsed.subject).toBe('Zur Ausleihe bereit: Frankenstein (E-Book)');
    // Arabic arrives from right to left, with a Latin title apart.
    const arabic = await noticeFor('ar', 'Frankenstein (1818)');
    expect(languageOf(arabic)).toBe('Content-Language: ar');
    expect(arabic.parsed.html).toContain('<html lang="ar" dir="rtl">');
    expect(arabic.parsed.html).toContain('<bdi><strong>Frankenstein (1818)</strong></bdi>');
    expect(arabic.parsed.text).toContain('\u2068Frankenstein (1818)\u2069');
  });
});

test('bounces go to an address of the service’s, if it has one', async () => {
  const settings = { ROLE: 'all', SMTP_URL: mails.url, MAIL_BOUNCES_TO: 'bounces@service.example' };
  const other = await TestLibrary.alone({}, settings);
  const mail = { fromAddress: 'holds@harbour.example' };
  await other.import({ record: 'settings', websiteId: WEBSITE_ID, mail });
  await other.ready({ emailAddress: 'bouncing@example.org' });
  const { sender, parsed } = await mailTo('bouncing@example.org');
  expect([sender, parsed.from?.address]).toEqual(['bounces@service.example', 'holds@harbour.example']);
  await other.close();
});

describe('exactly one recipient is named, with the stored address', () => {
  /** 253 characters. The service accepts one more, but the mail server of these tests does not. */
  const LONGEST_ADDRESS = `${'l'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(56)}.org`;

  test.each([
    ...['Reader@Example.ORG', 'reader+holds@example.org', "o'brien@example.org"],
    ...['!#$%&*/=?^_{|}~-@example.org', 'first.last@a-b.example.co.uk', LONGEST_ADDRESS],
  ])('%s', async (emailAddress) => {
    const patron = await library.addPatron();
    const named = mails.rcptToAddresses.length;
    const title = await library.addTitle(1);
    await mustSucceed(patron.place(title, { emailAddress }));
    expect((await patron.find(title)).body.emailAddress).toBe(emailAddress);
    await eventually(() => expect(mails.rcptToAddresses.slice(named)).toEqual([emailAddress]));
    await eventually(() => expect(mails.received.at(-1)?.recipients).toEqual([emailAddress]));
  });
});

describe('a title with', () => {
  test.each<[name: string, shown?: string]>([
    ['Dune'],
    ['Пикник на обочине — 路边野餐 🛸'],
    ['One\r\nBcc: all@example.org\r\n\r\nTwo', 'One Bcc: all@example.org Two'],
    ['One\nX-Evil: yes', 'One X-Evil: yes'],
    ['One\rX-Evil: yes', 'One X-Evil: yes'],
    ['One\u2028Two\u2029Three\u0085Four\u000bFive', 'One Two Three Four Five'],
    ['<script>alert("1")</script> & \'two\''],
    ['{{title}} ${title} <%= title %> %s'],
    ['=?utf-8?Q?X-Evil:=0D=0A?='],
    ['ü =?utf-8?Q?X-Evil:=0D=0A?='],
    ['y'.repeat(1000)],
    ['All the very long words of a title '.repeat(12).trim().slice(0, 300)],
    ['ü'.repeat(300)],
    ['🛸'.repeat(500)],
    // A line that would end the mail.
    ['One\r\n.\r\nRCPT TO:<evil@example.org>', 'One . RCPT TO:<evil@example.org>'],
    ['  Dune \t ', 'Dune'],
  ])('%j makes one Subject line, and shows unchanged', async (name, shown = name) => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    // An import takes none with line breaks, but earlier ones did.
    await library.service.database.run(RENAME, [title.reserveId, name]);
    const mail = await mailAbout(title, patron);
    const { parsed, raw } = mail;

    const lines = headerLines(mail);
    expect(lines.filter((line) => /^subject:/i.test(line))).toHaveLength(1);
    expect(lines.map((line) => line.split(':')[0]!.toLowerCase()).sort()).toEqual(HEADERS);
    // Every line is ASCII, and short enough for every server (RFC 5321, 4.5.3.1.6).
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    expect(raw).toMatch(/^[\r\n\t -~]*$/);
    expect(raw).not.toMatch(/[^\r]\n|\r[^\n]/);

    expect(parsed.subject).toBe(`Ready to borrow: ${shown} (e-book)`);
    for (const line of subjectLines(raw)) expect(line.length).toBeLessThanOrEqual(78);
    expect(parsed.text?.startsWith(`${shown}\n`)).toBe(true);
    const escaped = shown.replace(/[&<"]/g, (character) => ENTITIES[character] ?? '');
    expect(parsed.html).toContain(`<strong>${escaped}</strong>`);
    expect(parsed.html).not.toContain('<script');
    expect(mails.rcptToAddresses).not.toContain('evil@example.org');
    expect(parsed.to).toHaveLength(1);
  });

  const HEADERS = [
    ...['auto-submitted', 'content-language', 'content-type', 'date', 'from', 'message-id'],
    ...['mime-version', 'subject', 'to'],
  ];
  const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
});
