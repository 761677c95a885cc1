import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import {
  hasChromium,
  launchBrowser,
  openPage,
  type PageOptions,
  PHONE,
  requireAccessible,
  requireNoSidewaysScrolling,
} from '../../support/browser.js';

/** What the tests demand of pages: a page that lacks it fails them. */

const STRICT = "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'";

const PAGES: Readonly<Record<string, string>> = {
  '/unlabelled': '<input name="card">',
  '/inline-style': '<p style="color: red">Late</p>',
  '/broken-picture': '<img src="/missing.png" alt="Cover">',
  '/wide': `<pre>${'wide '.repeat(100)}</pre>`,
};

(hasChromium ? describe : describe.skip)('the browser of the tests', () => {
  let server: Server;
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const body = PAGES[request.url?.replace(/\?.*/, '') ?? ''];
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': STRICT };
      response
        .writeHead(body === undefined ? 404 : 200, headers)
        .end(
          `<!doctype html><html lang="en"><head><title>Library</title><link rel="icon" href="data:,"></head>` +
            `<body><main><h1>Library</h1>${body}</main></body></html>`,
        );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  async function on(
    path: string,
    options: PageOptions,
    look: (page: Page) => Promise<unknown>,
  ): Promise<void> {
    const { page, close } = await openPage(browser, options);
    await page.goto(url + path);
    await look(page);
    await close();
  }

  test('names what a page lacks for people who do not see it, and what makes it too wide for a phone', async () => {
    const unlabelled = 'label: Form elements must have labels';
    await on('/unlabelled', {}, (page) => expect(requireAccessible(page)).rejects.toThrow(unlabelled));
    await on('/wide', { size: PHONE }, (page) =>
      expect(requireNoSidewaysScrolling(page)).rejects.toThrow('<pre>'),
    );
  });

  test.each([
    ['/inline-style', 'violates the following Content Security Policy'],
    ['/broken-picture', '/missing.png'],
    ['/nowhere', '404'],
  ])('fails a test whose page is %s', async (path, fault) => {
    await expect(on(path, { script: false }, () => Promise.resolve())).rejects.toThrow(fault);
  });
});
