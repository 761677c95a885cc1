import type { Browser, Page } from 'playwright-core';
import { addMember, PASSWORD } from '../../../support/staff/staff-members.js';
import {
  hasChromium,
  launchBrowser,
  openPage,
  type PageUnderTest,
  pressEnterOn,
  typeInto,
} from '../../support/browser.js';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { MailServer } from '../../../support/mail-server.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary } from '../../../support/test-library.js';

const WRONG = 'patron@exmaple.org';
const RIGHT = 'patron@example.org';

/** What somebody does who has never seen the console, by the keyboard alone. */
(hasChromium ? describe : describe.skip)('in the console', () => {
  let mails: MailServer;
  let library: TestLibrary;
  let browser: Browser;
  let mail: string;
  beforeAll(async () => {
    mails = await MailServer.start();
    mails.answerAllWith((recipients) =>
      recipients.includes(WRONG) ? { refused: 'recipient', code: 550 } : 'accepted',
    );
    // Over https, the cookie of the session would be for https alone.
    const settings = { ROLE: 'all', SMTP_URL: mails.url, PUBLIC_URL: 'http://127.0.0.1' };
    library = await TestLibrary.alone({}, settings);
    mail = `${library.service.url}/console/libraries/${WEBSITE_ID}/mail`;
    await addMember(library.service, 'dana', ['desk']);
    await addMember(library.service, 'cora', ['collections']);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await library.close();
    await mails.stop();
  });

  async function signedIn(name: string, script = false): Promise<PageUnderTest> {
    const opened = await openPage(browser, { script });
    const { page } = opened;
    await page.goto(`${library.service.url}/console`);
    await typeInto(page, page.getByLabel('Name'), name);
    await typeInto(page, page.getByLabel('Password'), PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/libraries\/\d+$/);
    return opened;
  }

  const enter = (page: Page, name: string | RegExp, role: 'link' | 'button' = 'link'): Promise<void> =>
    pressEnterOn(page, page.getByRole(role, { name }).first());

  test('the longest queue is found, two copies are bought, and are seen assigned', async () => {
    await library.fillQueue(await library.addTitle(1, { title: 'A quiet book' }), 2);
    const popular = await library.addTitle(1, { title: 'Much wanted' });
    const [, , third] = await library.fillQueue(popular, 5);
    await mustSucceed(third.suspend(popular));
    const { page, close } = await signedIn('cora');
    await enter(page, /^Queues$/);
    await page.waitForURL(/\/queues$/);
    // The first row is the longest queue.
    await pressEnterOn(page, page.locator('tbody th a').first());
    await page.getByRole('heading', { level: 1, name: 'Much wanted' }).waitFor();
    await typeInto(page, page.getByLabel('Copies owned in main'), '3');
    await page.keyboard.press('Enter');
    const message = page.getByText('main now has 3 copies. 2 copies were assigned.');
    await message.waitFor();
    expect(await message.getAttribute('role')).toBe('status');
    expect(await page.getByText(/^Ready until/).count()).toBe(3);
    expect(await library.copiesOf(popular)).toMatchObject({ main: { owned: 3, setAside: 3 } });
    await close();
  });

  test('a mail that failed is found and repaired', async () => {
    const { patron } = await library.ready({ emailAddress: WRONG });
    await eventually(() => expect(mails.rcptToAddresses).toContain(WRONG));
    const { page, close } = await signedIn('dana');
    // Today says what is wrong, and leads to where it is repaired.
    await eventually(async () => {
      await page.goto(`${library.service.url}/console`);
      expect(await page.getByText('1 was refused since yesterday').count()).toBe(1);
    });
    await pressEnterOn(
      page,
      page.getByRole('list', { name: 'Work' }).last().getByRole('link', { name: 'Mail' }),
    );
    await page.waitForURL(mail);
    expect(await page.getByRole('row', { name: /no such mailbox \(code 550\)/ }).textContent()).toContain(
      `Patron ${patron.patronId}`,
    );

    await enter(page, /^Repair/);
    await page.waitForURL(/\/mail\/.+/);
    const address = page.getByLabel('E-mail address');
    expect(await address.inputValue()).toBe(WRONG);
    const before = mails.acceptedFor(RIGHT).length;
    await typeInto(page, address, RIGHT);
    await enter(page, 'Send the notice again', 'button');
    await page.waitForURL(mail);
    expect(await page.getByRole('status').first().textContent()).toBe('The notice is being sent again.');

    await eventually(() => expect(mails.acceptedFor(RIGHT)).toHaveLength(before + 1));
    await page.reload();
    expect(await page.getByText('All notices were delivered').count()).toBe(1);
    expect((await patron.list()).body.holds[0].emailAddress).toBe(RIGHT);
    await close();
  });
});
