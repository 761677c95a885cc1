import type { Browser } from 'playwright-core';
import { addMember, PASSWORD } from '../../../../support/staff/staff-members.js';
import {
  hasChromium,
  launchBrowser,
  openPage,
  pressEnterOn,
  requireAccessible,
  typeInto,
} from '../../../support/browser.js';
import { mustSucceed } from '../../../../support/client.js';
import { eventually } from '../../../../support/clock.js';
import { MailServer } from '../../../../support/mail-server.js';
import { WEBSITE_ID } from '../../../../support/records.js';
import { TestLibrary } from '../../../../support/test-library.js';

const WRONG = 'patron@exmaple.org';
const RIGHT = 'patron@example.org';

let mails: MailServer;
let library: TestLibrary;
let browser: Browser;
beforeAll(async () => {
  if (!hasChromium) return;
  mails = await MailServer.start();
  mails.answerAllWith((recipients) =>
    recipients.includes(WRONG) ? { refused: 'recipient', code: 550 } : 'accepted',
  );
  library = await TestLibrary.alone(
    {},
    {
      ROLE: 'all',
      SMTP_URL: mails.url,
      // Over https, the cookie of the session would be for https alone.
      PUBLIC_URL: 'http://127.0.0.1',
    },
  );
  await addMember(library.service, 'dana', ['desk']);
  browser = await launchBrowser();
});
afterAll(async () => {
  if (!hasChromium) return;
  await browser.close();
  await library.close();
  await mails.stop();
});

(hasChromium ? test : test.skip)(
  'somebody at the desk finds the mail that failed and repairs it, by keyboard alone and without script',
  async () => {
    const { patron } = await library.ready({ emailAddress: WRONG });
    await eventually(() => expect(mails.rcptToAddresses).toContain(WRONG));
    const { page, close } = await openPage(browser, { script: false });
    const enter = (name: string | RegExp, role: 'link' | 'button' = 'link'): Promise<void> =>
      pressEnterOn(page, page.getByRole(role, { name }).first());

    await page.goto(`${library.service.url}/console`);
    await typeInto(page, page.getByLabel('Name'), 'dana');
    await typeInto(page, page.getByLabel('Password'), PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/libraries\/\d+$/);

    // Today says what is wrong, and leads to where it is repaired.
    await eventually(async () => {
      await page.goto(`${library.service.url}/console`);
      expect(await page.getByRole('list', { name: 'Alerts' }).count()).toBe(1);
    });
    await enter(/not delivered|repair|mail/i);
    await page.waitForURL(/\/mail$/);
    expect(await page.getByRole('row', { name: /no such mailbox \(code 550\)/ }).textContent()).toContain(
      `Patron ${patron.patronId}`,
    );

    await enter(/^Repair/);
    await page.waitForURL(/\/mail\/.+/);
    const address = page.getByLabel('E-mail address');
    expect(await address.inputValue()).toBe(WRONG);
    const before = mails.acceptedFor(RIGHT).length;
    await typeInto(page, address, RIGHT);
    await enter('Send the notice again', 'button');
    await page.waitForURL(/\/mail$/);
    expect(await page.getByRole('status').first().textContent()).toBe('The notice is being sent again.');

    await eventually(() => expect(mails.acceptedFor(RIGHT)).toHaveLength(before + 1));
    await page.reload();
    expect(await page.getByText('All notices were delivered').count()).toBe(1);
    expect((await patron.list()).body.holds[0].emailAddress).toBe(RIGHT);
    await close();
  },
);

(hasChromium ? test : test.skip)(
  'one corrected address repairs all refused notices of the patron, which is told before',
  async () => {
    const { patron, title } = await library.ready({ emailAddress: WRONG });
    for (const name of ['Second', 'Third', 'Fourth'])
      await mustSucceed(
        patron.place(await library.addTitle(1, { title: `The ${name} Book` }), { emailAddress: WRONG }),
      );
    const { page, close, faults } = await openPage(browser);
    const mail = `${library.service.url}/console/libraries/${WEBSITE_ID}/mail`;
    await page.goto(mail);
    await page.getByLabel('Name').fill('dana');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(mail);
    await eventually(async () => {
      await page.goto(mail);
      expect(await page.getByRole('row', { name: `Patron ${patron.patronId}` }).count()).toBe(4);
    });
    await requireAccessible(page);
    expect(await page.getByRole('row', { name: 'The Third Book' }).textContent()).toMatch(
      /The Third Book E-book.*p…@exmaple\.org/,
    );
    expect(await page.content()).not.toContain(WRONG);

    await page.goto(`${mail}/${title.reserveId}/1`);
    const others = page.getByRole('main').getByRole('listitem');
    expect(await page.getByText('3 other notices to this patron were refused.').count()).toBe(1);
    expect(await others.allTextContents()).toEqual(
      ['Fourth', 'Second', 'Third'].map((name) =>
        expect.stringMatching(new RegExp(`^The ${name} Book E-book.*To p…@exmaple\\.org$`)),
      ),
    );
    const address = page.getByLabel('E-mail address');
    await address.fill('patron@example');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing was sent.').waitFor();
    expect(await address.inputValue()).toBe('patron@example');
    expect(faults.splice(0)).toEqual([expect.stringContaining('422')]);
    await requireAccessible(page);

    const before = mails.acceptedFor(RIGHT).length;
    await address.fill(RIGHT);
    await page.keyboard.press('Enter');
    await page.waitForURL(mail);
    expect(await page.getByRole('status').first().textContent()).toBe('4 notices are being sent again.');
    await eventually(() => expect(mails.acceptedFor(RIGHT)).toHaveLength(before + 4));
    await page.reload();
    expect(await page.getByText('All notices were delivered').count()).toBe(1);
    await close();
  },
);

(hasChromium ? test : test.skip)('the page to sign in has no barrier', async () => {
  const { page, close } = await openPage(browser);
  await page.goto(`${library.service.url}/console/sign-in`);
  await requireAccessible(page);
  await close();
});
