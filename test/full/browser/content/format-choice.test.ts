import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { hasChromium, launchBrowser, openPage, requireAccessible } from '../../support/browser.js';
import { formatsPath } from '../../../support/checkouts/expected-formats.js';
import { borrowFrom, CONTENT_KEY } from '../../../support/content/lenders.js';
import { PUBLIC_URL } from '../../../support/service.js';
import { type PatronAndTitle, TestLibrary } from '../../../support/test-library.js';

const inChromium = hasChromium ? describe : describe.skip;
inChromium('the page on which a reader chooses a format', () => {
  let contentServer: Server;
  let contentUrl: string;
  let library: TestLibrary;
  let browser: Browser;
  beforeAll(async () => {
    contentServer = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><html lang="en"><title>Book</title><h1>${request.url ?? ''}</h1></html>`);
    }).listen(0, '127.0.0.1');
    await once(contentServer, 'listening');
    contentUrl = `http://127.0.0.1:${(contentServer.address() as AddressInfo).port}`;
    const settings = { CONTENT_URL: `${contentUrl}/{reserveId}/{formatType}`, CONTENT_KEY };
    library = await TestLibrary.alone({}, settings);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
    contentServer.closeAllConnections();
    contentServer.close();
  });

  /** A loan of a title in two formats to download, and where its redirect leads. */
  async function openRedirect(): Promise<PatronAndTitle & { address: string }> {
    const loan = await borrowFrom(library, {}, ['ebook-kindle', 'ebook-epub-adobe']);
    const { headers } = await loan.patron.get(`${formatsPath(loan.title)}/downloadredirect`);
    return { ...loan, address: headers.get('location')!.replace(PUBLIC_URL, library.service.url) };
  }

  test('works without scripts, and leads to the content at another site', async () => {
    const { address, patron, title } = await openRedirect();
    const { page, close } = await openPage(browser, { script: false });
    await page.goto(address);
    await page.getByRole('button', { name: 'Kindle Book' }).click();
    await page.waitForURL(`${contentUrl}/**`);
    expect(await page.getByRole('heading').textContent()).toContain(`/${title.reserveId}/ebook-kindle?`);
    expect((await patron.loan(title)).body.isFormatLockedIn).toBe(true);
    await close();
  });

  test('has no barriers, nor have its refusals', async () => {
    const { address } = await openRedirect();
    const { page, faults, close } = await openPage(browser);
    await page.goto(address);
    await requireAccessible(page);
    await page.goto(`${address}x`);
    await requireAccessible(page);
    // The browser tells of the 404, as it should.
    faults.splice(0);
    await close();
  });
});
