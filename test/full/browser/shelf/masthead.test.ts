import type { Browser, Page } from 'playwright-core';
import { hasChromium, requireAccessible, requireNoSidewaysScrolling } from '../../support/browser.js';
import { WIDE_BRAND } from '../../support/wide-brand.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { eventually } from '../../../support/clock.js';
import type { TestPatron } from '../../../support/test-library.js';
import { type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

/** The masthead of the shelf, with what libraries put there: logos of all shapes, long names, five languages. */

const behindBrowser = hasChromium ? describe : describe.skip;
const LOGO = 'https://logo.example/logo.svg';
const { name: NAME, color: COLOR } = WIDE_BRAND;
const MAX_HEIGHT = 64;

const svg = (size: string, inside = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="${COLOR}"/>${inside}</svg>`;
/** Undefined: the library's server does not have it. */
const LOGOS: Readonly<Record<string, string | undefined>> = {
  wide: svg('viewBox="0 0 1600 120"'),
  tall: svg('width="60" height="480"'),
  'without a size': svg('', '<circle cx="30" cy="30" r="28"/>'),
  missing: undefined,
};

interface Measured {
  readonly height: number;
  /** How far the page is wider than the window. */
  readonly beyond: number;
  readonly plates: number;
  readonly names: string[];
}

const measure = (page: Page): Promise<Measured> =>
  page.evaluate<Measured>(`(() => {
    const seen = [...document.querySelectorAll('.masthead')].filter((each) => each.offsetHeight > 0);
    const row = document.querySelector('.bar').offsetHeight;
    return {
      height: row > 0 ? row : Math.max(...seen.map((each) => each.offsetHeight)),
      beyond: document.documentElement.scrollWidth - innerWidth,
      plates: document.querySelectorAll('.brand .plate').length,
      names: [...document.querySelectorAll('.brand .name')].map((each) => each.textContent),
    };
  })()`);

behindBrowser('the masthead', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let patron: TestPatron;
  useShelves((opened) => ({ browser, shelves } = opened));
  beforeAll(async () => {
    const notices = { name: NAME, logo: LOGO, color: COLOR, languages: ['en', 'de', 'fr', 'es', 'ar'] };
    await shelves.library.import({ record: 'settings', websiteId: WEBSITE_ID, notices });
    patron = await shelves.addPatron();
  });

  test.each([
    [320, 'ar', 'wide'],
    [320, 'es', 'without a size'],
    [390, 'de', 'tall'],
    [820, 'fr', 'wide'],
    [1160, 'de', 'wide'],
    [1920, 'en', 'missing'],
  ])('is one row at %i px in %s with a logo that is %s', async (width, locale, logo) => {
    const size = { width, height: 800 };
    const shelf = await ShelfPage.open(browser, 'about:blank', { size, locale });
    try {
      const drawing = LOGOS[logo];
      await shelf.page.route(LOGO, (route) =>
        drawing === undefined
          ? route.fulfill({ status: 404 })
          : route.fulfill({ contentType: 'image/svg+xml', body: drawing }),
      );
      await shelf.page.goto(shelves.address);
      const plates = drawing === undefined ? 0 : 1;
      const isOneRow = async (): Promise<void> => {
        await eventually(async () =>
          expect(await measure(shelf.page)).toMatchObject({ plates, names: [NAME] }),
        );
        const { height, beyond } = await measure(shelf.page);
        expect(beyond).toBeLessThanOrEqual(0);
        expect(height).toBeGreaterThan(40);
        expect(height).toBeLessThanOrEqual(MAX_HEIGHT);
      };
      await isOneRow();
      await shelf.page.locator('#use-token input').fill(patron.token);
      await shelf.page.locator('#use-token button').click();
      await shelf.page.locator('nav.views').waitFor();
      await isOneRow();
    } finally {
      shelf.takeRefusals();
      await shelf.close();
    }
  });

  test('is there at an address that is nowhere, without a barrier', async () => {
    const shelf = await ShelfPage.open(browser, 'about:blank', { size: { width: 320, height: 640 } });
    await shelf.page.route(LOGO, (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg('') }));
    await eventually(async () => {
      await shelf.page.goto(`${shelves.library.service.url}/nowhere`);
      expect(await shelf.page.locator('.brand').allInnerTexts()).toEqual([NAME]);
    });
    const { height = Infinity } = (await shelf.page.locator('.masthead').boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(MAX_HEIGHT);
    await requireAccessible(shelf.page);
    await requireNoSidewaysScrolling(shelf.page);
    shelf.takeRefusals();
    await shelf.close();
  });
});
