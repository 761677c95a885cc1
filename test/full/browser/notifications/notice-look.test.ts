import { LANGUAGES } from '../../../../src/domain/languages.js';
import { OCCASIONS } from '../../../../src/notifications/occasions/occasions.js';
import { previewNotice } from '../../../../src/notifications/composing/notice-preview.js';
import { hasChromium, launchBrowser, openPage, requireAccessible } from '../../support/browser.js';
import { FULL, PLAIN } from '../../../support/notifications/notice-libraries.js';

const NOTICES = [PLAIN, FULL].flatMap((library) =>
  OCCASIONS.flatMap((occasion) => LANGUAGES.map((language) => [occasion, language, library] as const)),
);

(hasChromium ? test : test.skip)('axe finds no barrier in notices, light or dark', async () => {
  // Occasions and languages differ in their words alone.
  const looks = NOTICES.filter(
    ([occasion, language]) => language === 'en' || (occasion === 'ready' && language === 'ar'),
  );
  const browser = await launchBrowser();
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, faults, close } = await openPage(browser, { colorScheme });
      // The logo is not there, as in a mail program that shows no images.
      await page.route('**/*', (route) => route.abort());
      for (const [occasion, language, library] of looks) {
        await page.setContent(previewNotice(library, occasion, language).html, {
          waitUntil: 'domcontentloaded',
        });
        const found = await requireAccessible(page).catch(String);
        expect([occasion, language, found]).toEqual([occasion, language, undefined]);
      }
      faults.length = 0;
      await close();
    }
  } finally {
    await browser.close();
  }
});
