import { isSigned, signAddress } from '../../../src/checkouts/content/signature.js';
import { describeFormats, downloadPath, formatsPath } from '../../support/checkouts/expected-formats.js';
import { expectRefusal } from '../../support/answers.js';
import { PatronClient } from '../../support/client.js';
import { requireErrorBody } from '../../support/requests/openapi-conformance.js';
import { PUBLIC_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';
import { borrowFrom, CONTENT_KEY } from '../../support/content/lenders.js';

test.each([
  ['a database of its own', { CONTENT_KEY }],
  [
    'a content server',
    { DATABASE_URL: '', CONTENT_URL: 'https://content.example.org/{reserveId}', CONTENT_KEY },
  ],
])('a service with %s has no content page, not even for a good link', async (_, settings) => {
  const library = await TestLibrary.alone({}, settings);
  try {
    const { title } = await borrowFrom(library);
    const address = `${PUBLIC_URL}/content/${title.reserveId}/ebook-overdrive`;
    const href = signAddress(address, Math.floor(Date.now() / 1000) + 60, CONTENT_KEY);
    const anybody = new PatronClient(library.service.url, '', requireErrorBody);
    expectRefusal(await anybody.get(href.replace(PUBLIC_URL, '')), 'NotFound');
  } finally {
    await library.close();
  }
});

test('a key alone hands nothing out, but for a title whose record names its content', async () => {
  const library = await TestLibrary.alone({}, { CONTENT_KEY });
  try {
    const { patron, title } = await borrowFrom(library);
    expectRefusal(
      await patron.get(downloadPath(title, 'ebook-overdrive')),
      'PatronTitleProcessingFailed',
      'There is no content to hand out',
    );
    const content = { href: 'https://content.example.org/book', type: 'text/html' };
    await describeFormats(library, title, [{ id: 'ebook-overdrive', content }]);
    const { href } = (await patron.get(downloadPath(title, 'ebook-overdrive'))).body.links.contentlink;
    expect(isSigned(href as string, CONTENT_KEY)).toBe(true);
    expect(href).toMatch(/^https:\/\/content\.example\.org\/book\?expires=/);
  } finally {
    await library.close();
  }
});

test('without a key nothing is handed out, and there is nothing to choose', async () => {
  const library = await TestLibrary.open();
  try {
    const { patron, title } = await borrowFrom(library, {}, ['ebook-kindle', 'ebook-epub-adobe']);
    expectRefusal(
      await patron.get(`${formatsPath(title)}/downloadredirect`),
      'PatronTitleProcessingFailed',
      'There is no content to hand out',
    );
    expect((await fetch(`${library.service.url}/content/format?loan=x`)).status).toBe(404);
  } finally {
    await library.close();
  }
});
