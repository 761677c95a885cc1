import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import {
  hasChromium,
  launchBrowser,
  openPage,
  PHONE,
  pressEnterOn,
  requireAccessible,
  requireNoSidewaysScrolling,
  tabTo,
  typeInto,
} from '../../support/browser.js';

const STRICT =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const html = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Library</title><link rel="icon" href="data:,"></head><body><main><h1>Library</h1>${body}</main></body></html>`;

const PAGES: Readonly<Record<string, string>> = {
  '/good': html('<form action="/done"><label>Card <input name="card"></label> <button>Find</button></form>'),
  '/unlabelled': html('<input name="card">'),
  '/inline-style': html('<p style="color: red">Late</p>'),
  '/broken-picture': html('<img src="/missing.png" alt="Cover">'),
  '/wide': html('<pre>' + 'wide '.repeat(100) + '</pre>'),
  '/done': html('<p>Found</p>'),
};

let server: Server;
let url: string;
let browser: Browser;
beforeAll(async () => {
  if (!hasChromium) return;
  server = createServer((request, response) => {
    const page = PAGES[request.url?.replace(/\?.*/, '') ?? ''];
    response
      .writeHead(page === undefined ? 404 : 200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': STRICT,
      })
      .end(page ?? html('<p>Not found</p>'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  if (!hasChromium) return;
  await browser.close();
  server.close();
});

(hasChromium ? describe : describe.skip)('the browser of the tests', () => {
  it('finds nothing wrong with a good page', async () => {
    const { page, close } = await openPage(browser, { size: PHONE, colorScheme: 'dark' });
    await page.goto(`${url}/good`);
    await requireAccessible(page);
    await requireNoSidewaysScrolling(page);
    await close();
  });

  it('names what a page lacks for people who do not see it', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`${url}/unlabelled`);
    await expect(requireAccessible(page)).rejects.toThrow('label: Form elements must have labels');
    await close();
  });

  it.each([
    [
      'violates its content security policy',
      '/inline-style',
      'violates the following Content Security Policy',
    ],
    ['has a picture that is missing', '/broken-picture', '/missing.png'],
    ['is not there', '/nowhere', '404'],
  ])('fails a test whose page %s', async (_, path, fault) => {
    const { page, close } = await openPage(browser, { script: false });
    await page.goto(url + path);
    await expect(close()).rejects.toThrow(fault);
  });

  it('names what makes a page too wide for a phone', async () => {
    const { page, close } = await openPage(browser, { size: PHONE });
    await page.goto(`${url}/wide`);
    await expect(requireNoSidewaysScrolling(page)).rejects.toThrow('<pre>');
    await close();
  });

  it('goes by keyboard where a person can go, and nowhere else', async () => {
    const { page, close } = await openPage(browser, { script: false });
    await page.goto(`${url}/good`);
    await expect(tabTo(page, page.getByRole('heading'))).rejects.toThrow('Tab does not reach');
    await typeInto(page, page.getByLabel('Card'), '1001');
    await pressEnterOn(page, page.getByRole('button'));
    await page.waitForURL(`${url}/done?card=1001`);
    await close();
  });
});
