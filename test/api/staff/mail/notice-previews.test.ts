import { LANGUAGES } from '../../../../src/domain/languages.js';
import { PREVIEWED_NOTICES } from '../../../../src/notifications/composing/notice-previews.service.js';
import { expectOk, expectRefusal } from '../../../support/answers.js';
import { WEBSITE_ID } from '../../../support/records.js';
import type { TestLibrary } from '../../../support/test-library.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

const pathOf = (noticeType: string, websiteId: string | number = library.websiteId): string =>
  `/operator/v1/libraries/${websiteId}/notices/${noticeType}`;

test('a notice looks as the library’s settings say', async () => {
  const notices = { name: 'Hafen', color: '#ffd400', languages: ['de', 'en-US'], timeZone: 'Europe/Berlin' };
  await library.import({ record: 'settings', websiteId: WEBSITE_ID, notices });
  const answer = await operator.get(pathOf('ready'));
  expectOk(answer);
  expect(answer.body).toEqual({
    subject: 'Zur Ausleihe bereit: Frankenstein; or, The Modern Prometheus (E-Book)',
    text: expect.stringMatching(/Hafen[^]*M(?:EZ|ESZ)/),
    html: expect.stringContaining('background: #ffd400; color: #000000'),
    textMessage: null,
    language: 'de',
    direction: 'ltr',
  });
  // Every language can be seen, with the library's own kind of English.
  const english = await operator.get(`${pathOf('ready')}?language=en`);
  expect(english.body).toMatchObject({ language: 'en-US' });
  const arabic = await operator.get(`${pathOf('ready')}?language=ar`);
  expect(arabic.body).toMatchObject({ language: 'ar', direction: 'rtl' });
});

test('a library with a gateway sees each notice as a text message, too', async () => {
  const texts = { url: 'https://texts.example/messages', secret: `whsec_${'A'.repeat(44)}` };
  await library.import({ record: 'settings', websiteId: WEBSITE_ID, texts, notices: { name: 'Hafen' } });
  for (const noticeType of PREVIEWED_NOTICES)
    for (const language of LANGUAGES) {
      const { body } = await operator.get(`${pathOf(noticeType)}?language=${language}`);
      expect(body.textMessage).toMatch(/^Hafen.*: .*Frankenstein/u);
      expect(body.textMessage.length).toBeLessThanOrEqual(320);
    }
});

test.each([
  ['ready', 'Ready to borrow', 'ahead'],
  ['reminder', 'Please borrow soon', 'ahead'],
  ['pickup-later', 'More time to borrow', 'ahead'],
  ['pickup-missed', 'Your hold is suspended', 'over'],
  ['ended', 'Your hold has ended', 'over'],
  ['suspension-ends', 'Your suspended hold ends soon', 'ahead'],
])(
  'the notice %s can be seen before the library has settings, of a moment that is as far off',
  async (noticeType, subject, when) => {
    const answer = await operator.get(pathOf(noticeType));
    expectOk(answer);
    expect(answer.body).toMatchObject({ language: 'en', subject: expect.stringContaining(subject) });
    const [moment = ''] = /\d+ \w+ \d{4} at \d\d:\d\d UTC/.exec(answer.body.text) ?? [];
    expect(Date.parse(moment.replace(' at ', ' ')) > Date.now() ? 'ahead' : 'over').toBe(when);
  },
);

test('what does not exist is not found, and a language without a catalog is refused', async () => {
  expectRefusal(await operator.get(pathOf('overdue')), 'NotFound');
  expectRefusal(await operator.get(pathOf('ready', 4711)), 'NotFound');
  expectRefusal(await operator.get(`${pathOf('ready')}?language=sv`), 'InvalidFieldValue');
});
