import { LANGUAGES } from '../../../../src/domain/languages.js';
import { NOTICE_TYPES } from '../../../../src/notifications/notice-types/notice-types.js';
import { previewNotice } from '../../../../src/notifications/composing/notice-preview.js';
import { hasChromium, launchBrowser, openPage, requireAccessible } from '../../support/browser.js';
import { FULL, PLAIN } from '../../../support/notifications/notice-libraries.js';

const NOTICES = [PLAIN, FULL].flatMap((library) =>
  NOTICE_TYPES.flatMap((noticeType) => LANGUAGES.map((language) => [noticeType, language, library] as const)),
);

(hasChromium ? test : test.skip)('axe finds no barrier in notices, light or dark', async () => {
  // Types and languages differ in their words alone.
  const looks = NOTICES.filter(
    ([noticeType, language]) => language === 'en' || (noticeType === 'ready' && language === 'ar'),
  );
  const browser = await launchBrowser();
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, faults, close } = await openPage(browser, { colorScheme });
      // The logo is not there, as in a mail program that shows no images.
      await page.route('**/*', (route) => route.abort());
      for (const [noticeType, language, library] of looks) {
        await page.setContent(previewNotice(library, noticeType, language).html, {
          waitUntil: 'domcontentloaded',
        });
        const found = await requireAccessible(page).catch(String);
        expect([noticeType, language, found]).toEqual([noticeType, language, undefined]);
      }
      faults.length = 0;
      await close();
    }
  } finally {
    await browser.close();
  }
});
