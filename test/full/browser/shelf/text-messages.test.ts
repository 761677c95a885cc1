import type { Browser } from 'playwright-core';
import { hasChromium, requireAccessible } from '../../support/browser.js';
import { mustSucceed } from '../../../support/client.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { Gateway, LOCAL_GATEWAYS } from '../../../support/texts/gateway.js';
import { type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

const PHONE = '+491512345678';

inChromium('text messages, in My settings', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let gateway: Gateway;
  useShelves((opened) => ({ browser, shelves } = opened), LOCAL_GATEWAYS);
  beforeAll(async () => {
    gateway = await Gateway.start();
    await shelves.library.import({ record: 'settings', websiteId: WEBSITE_ID, ...gateway.settings() });
  });
  afterAll(() => gateway.stop());

  test('a patron confirms a number, chooses text messages, and takes them back', async () => {
    const patron = await shelves.library.addPatron();
    const shelf = await ShelfPage.open(browser, shelves.address);
    const title = await shelves.library.addTitle(0, { title: 'The Telegraph' });
    await mustSucceed(patron.place(title, { ignoreHoldEmail: true }));
    await shelf.useToken(patron);
    const hold = shelf.card('Holds', 'The Telegraph');
    await shelf.view('Holds');
    await hold.getByText('No mail when it is ready.').waitFor();
    await shelf.page.getByRole('link', { name: 'My settings' }).click();
    const mail = shelf.section('How mail comes');
    await mail.getByRole('button', { name: 'Get text messages' }).click();
    await shelf.page.getByLabel('Mobile number').fill('+49 151 2345678');
    await shelf.submit('Get text messages');
    await mail.getByText(`A code was sent to ${PHONE}.`).waitFor();
    await mail.getByRole('button', { name: 'Type the code' }).click();
    await shelf.page.getByLabel('Code', { exact: true }).fill(gateway.codeTo(PHONE));
    await shelf.submit('Type the code');
    await mail.getByText(`Text messages go to ${PHONE}.`).waitFor();
    await mail.getByRole('button', { name: 'Choose how mail comes' }).click();
    await shelf.page.getByLabel('Messages come').selectOption('By text message');
    await requireAccessible(shelf.page);
    await shelf.submit('Choose how mail comes');
    await mail.getByText('By text message.').waitFor();
    await shelf.view('Holds');
    await hold.getByText('Text message when it is ready.').waitFor();
    await shelf.page.getByRole('link', { name: 'My settings' }).click();
    await mail.getByRole('button', { name: 'No text messages' }).click();
    await mail.getByText('By text message.').waitFor({ state: 'detached' });
  });
});
