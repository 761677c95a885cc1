import { eventually } from '../../../support/clock.js';
import { MailServer } from '../../../support/mail-server.js';
import { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';

const SENTENCE = 'The connection to the mail server could not be encrypted';

test('the page Mail says that the mail server offers no encryption, until it does', async () => {
  const mails = await MailServer.start();
  // This machine, too, but nothing in its name says so: the password needs STARTTLS, which is not offered.
  const { port } = new URL(mails.url);
  const SMTP_URL = `smtp://library:secret@0.0.0.0:${port}`;
  const library = await TestLibrary.alone({}, { ROLE: 'all', SMTP_URL });
  try {
    const desk = await ConsoleClient.signIn(library.service, 'dana', ['desk']);
    const page = async (): Promise<string> => (await desk.get('/console/libraries/37/mail')).text;
    expect(await page()).not.toContain(SENTENCE);
    await library.ready();
    await eventually(async () => expect(await page()).toContain(SENTENCE));
    expect(mails.received).toEqual([]);
  } finally {
    await library.close();
    await mails.stop();
  }
});
