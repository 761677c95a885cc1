import { mustSucceed } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

const FROM = 'holds@library.example.org';

let mails: MailServer;
let library: TestLibrary;

beforeAll(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.alone(
    { name: 'Bücherei "Am Markt" <Nord> & Süd', pickupHours: 48 },
    { ROLE: 'all', SMTP_URL: mails.url, MAIL_FROM: FROM },
  );
});
afterAll(async () => {
  await library.close();
  await mails.stop();
});

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
    const { parsed, raw } = await mailAbout(title, patron);
    expect(parsed.from?.address).toBe(FROM);
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

describe('exactly one recipient is named, with the stored address', () => {
  /** 253 characters. The service accepts one more, but the mail server of these tests does not. */
  const LONGEST_ADDRESS = `${'l'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(56)}.org`;

  test.each([
    ['Reader@Example.ORG'],
    ['reader+holds@example.org'],
    ["o'brien@example.org"],
    ['!#$%&*/=?^_{|}~-@example.org'],
    ['first.last@a-b.example.co.uk'],
    [LONGEST_ADDRESS],
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
  const long = 'All the very long words of a title '.repeat(12).trim().slice(0, 300);

  test.each([
    ['plain text', 'Dune', 'Dune'],
    ['letters beyond ASCII', 'Пикник на обочине — 路边野餐 🛸', 'Пикник на обочине — 路边野餐 🛸'],
    [
      'a line break that adds a header',
      'One\r\nBcc: all@example.org\r\n\r\nTwo',
      'One Bcc: all@example.org Two',
    ],
    ['a bare line feed', 'One\nX-Evil: yes', 'One X-Evil: yes'],
    ['a bare carriage return', 'One\rX-Evil: yes', 'One X-Evil: yes'],
    [
      'line and paragraph separators',
      'One\u2028Two\u2029Three\u0085Four\u000bFive',
      'One Two Three Four Five',
    ],
    ['HTML', '<script>alert("1")</script> & \'two\'', '<script>alert("1")</script> & \'two\''],
    ['a template’s braces', '{{title}} ${title} <%= title %> %s', '{{title}} ${title} <%= title %> %s'],
    ['what looks like an encoded word', '=?utf-8?Q?X-Evil:=0D=0A?=', '=?utf-8?Q?X-Evil:=0D=0A?='],
    ['what looks partly encoded', 'ü =?utf-8?Q?X-Evil:=0D=0A?=', 'ü =?utf-8?Q?X-Evil:=0D=0A?='],
    ['a thousand characters without a space', 'y'.repeat(1000), 'y'.repeat(1000)],
    ['three hundred characters', long, long],
    ['three hundred characters without a space', 'x'.repeat(300), 'x'.repeat(300)],
    ['three hundred characters beyond ASCII', 'ü'.repeat(300), 'ü'.repeat(300)],
    ['a thousand characters beyond the basic plane', '🛸'.repeat(500), '🛸'.repeat(500)],
    [
      'a line that would end the mail',
      'One\r\n.\r\nRCPT TO:<evil@example.org>',
      'One . RCPT TO:<evil@example.org>',
    ],
    ['spaces around', '  Dune \t ', 'Dune'],
  ])('%s makes one Subject line, and shows unchanged', async (_, name, shown) => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1, { title: name })];
    const mail = await mailAbout(title, patron);
    const { parsed, raw } = mail;

    const lines = headerLines(mail);
    expect(lines.filter((line) => /^subject:/i.test(line))).toHaveLength(1);
    expect(lines.map((line) => line.split(':')[0]!.toLowerCase()).sort()).toEqual([
      'auto-submitted',
      'content-language',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    // Every line is ASCII, and short enough for every server (RFC 5321, 4.5.3.1.6).
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    expect(raw).toMatch(/^[\r\n\t -~]*$/);
    expect(raw).not.toMatch(/[^\r]\n|\r[^\n]/);

    expect(parsed.subject).toBe(`Ready to borrow: ${shown} (e-book)`);
    for (const line of subjectLines(raw)) expect(line.length).toBeLessThanOrEqual(78);
    expect(parsed.text).toContain(`"${shown}" (e-book) is ready for you to borrow`);
    const escaped = shown.replace(/[&<"]/g, (character) => ENTITIES[character] ?? '');
    expect(parsed.html).toContain(`<strong>${escaped}</strong>`);
    expect(parsed.html).not.toContain('<script');
    expect(mails.rcptToAddresses).not.toContain('evil@example.org');
    expect(parsed.to).toHaveLength(1);
  });

  const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
});
