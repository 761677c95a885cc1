import { mustSucceed } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import { WEBSITE_ID } from '../../support/records.js';
import { TestLibrary } from '../../support/test-library.js';

let mails: MailServer;
let library: TestLibrary;

beforeAll(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.alone({ name: 'Bibliothek am Hafen' }, { ROLE: 'all', SMTP_URL: mails.url });
  await library.import({
    record: 'settings',
    websiteId: WEBSITE_ID,
    notices: {
      name: 'Hafen',
      timeZone: 'Pacific/Auckland',
      languages: ['de', 'fr', 'ar'],
      titleUrl: 'https://library.example/t/{id}',
    },
  });
});
afterAll(async () => {
  await library.close();
  await mails.stop();
});

async function noticeFor(language: string | null, titleName: string): Promise<ReceivedMail> {
  const patron = await library.addPatron({ language });
  await mustSucceed(patron.place(await library.addTitle(1, { title: titleName })));
  await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
  return mails.acceptedFor(patron.emailAddress)[0]!;
}

const contentLanguageOf = ({ raw }: ReceivedMail): string | undefined =>
  /^Content-Language: (.*)\r$/m.exec(raw)?.[1];

test('a patron gets the notice in their language, in the library’s name and time zone', async () => {
  const mail = await noticeFor('fr-CA', 'Frankenstein');
  expect(contentLanguageOf(mail)).toBe('fr-CA');
  expect(mail.parsed.subject).toBe('Prêt à emprunter\u00a0: Frankenstein (livre numérique)');
  for (const part of [mail.parsed.text, mail.parsed.html]) {
    expect(part).toContain('Hafen');
    expect(part).not.toContain('Bibliothek am Hafen');
    expect(part).toMatch(/heure (?:normale|d’été|avancée) de la Nouvelle.Zélande/);
    expect(part).toMatch(/https:\/\/library\.example\/t\/[0-9a-f-]{36}/);
  }
});

test('a patron without a language gets the library’s first', async () => {
  const mail = await noticeFor(null, 'Frankenstein');
  expect(contentLanguageOf(mail)).toBe('de');
  expect(mail.parsed.subject).toBe('Zur Ausleihe bereit: Frankenstein (E-Book)');
});

test('Arabic arrives from right to left, with a Latin title apart', async () => {
  const mail = await noticeFor('ar', 'Frankenstein (1818)');
  expect(contentLanguageOf(mail)).toBe('ar');
  expect(mail.parsed.html).toContain('<html lang="ar" dir="rtl">');
  expect(mail.parsed.html).toContain('<bdi><strong>Frankenstein (1818)</strong></bdi>');
  expect(mail.parsed.text).toContain('\u2068Frankenstein (1818)\u2069');
});
