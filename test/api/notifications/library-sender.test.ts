import { eventually } from '../../support/clock.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import { WEBSITE_ID } from '../../support/records.js';
import { TestLibrary } from '../../support/test-library.js';

describe('with the same service', () => {
  let mails: MailServer;
  let library: TestLibrary;
  beforeAll(async () => {
    mails = await MailServer.start();
    const settings = { ROLE: 'all', SMTP_URL: mails.url, MAIL_FROM: 'holds@service.example' };
    library = await TestLibrary.alone({}, settings);
  });
  afterAll(async () => {
    await library.close();
    await mails.stop();
  });

  /** The notice of a new hold that is ready, when the library has this in its settings. */
  async function noticeWith(mail: object | null): Promise<ReceivedMail> {
    await library.import({ record: 'settings', websiteId: WEBSITE_ID, mail });
    const { patron } = await library.ready();
    await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
    return mails.acceptedFor(patron.emailAddress)[0]!;
  }

  function headersOf({ raw }: ReceivedMail): string {
    return raw.slice(0, raw.indexOf('\r\n\r\n'));
  }

  test('without settings the service is the sender', async () => {
    const notice = await noticeWith(null);
    expect(notice.parsed.from).toEqual({ address: 'holds@service.example', name: '' });
    expect(notice.parsed.replyTo).toBeUndefined();
    expect(notice.sender).toBe('holds@service.example');
  });

  test('a library has its own name, address and address for answers', async () => {
    const notice = await noticeWith({
      fromAddress: 'holds@harbour.example',
      fromName: 'Harbour Public Library',
      replyTo: 'desk@harbour.example',
    });
    expect(notice.parsed.from).toEqual({ address: 'holds@harbour.example', name: 'Harbour Public Library' });
    expect(notice.parsed.replyTo).toEqual([{ address: 'desk@harbour.example', name: '' }]);
    expect(notice.sender).toBe('holds@harbour.example');
    expect(notice.parsed.messageId).toMatch(/^<ready-[0-9a-f]{32}@harbour\.example>$/);
  });

  test('a library may have a name alone, and then sends from the service’s address', async () => {
    const notice = await noticeWith({ fromName: 'Harbour Public Library' });
    expect(notice.parsed.from).toEqual({ address: 'holds@service.example', name: 'Harbour Public Library' });
  });

  test.each([
    'Bibliothèque du «Port»',
    'Harbour, "Old" <Town> & Library; x@y.example',
    '港の図書館 '.repeat(20).trim(),
  ])('the name may be %s, and is no second address', async (fromName) => {
    const notice = await noticeWith({ fromName, fromAddress: 'holds@harbour.example' });
    expect(notice.parsed.from).toEqual({ address: 'holds@harbour.example', name: fromName });
    expect(headersOf(notice)).toMatch(/^[\x20-\x7e\r\n]*$/);
    expect(notice.recipients).toHaveLength(1);
  });
});

test('bounces go to an address of the service’s, if it has one', async () => {
  const mails = await MailServer.start();
  const settings = { ROLE: 'all', SMTP_URL: mails.url, MAIL_BOUNCES_TO: 'bounces@service.example' };
  const other = await TestLibrary.alone({}, settings);
  await other.import({
    record: 'settings',
    websiteId: WEBSITE_ID,
    mail: { fromAddress: 'holds@harbour.example' },
  });
  await other.ready();
  await eventually(() => expect(mails.accepted).toHaveLength(1));
  const notice = mails.accepted[0]!;
  expect([notice.sender, notice.parsed.from?.address]).toEqual([
    'bounces@service.example',
    'holds@harbour.example',
  ]);
  await other.close();
  await mails.stop();
});
