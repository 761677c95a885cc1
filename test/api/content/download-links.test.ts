import { createHmac } from 'node:crypto';
import {
  describeFormats,
  CONTENT_TYPE,
  downloadPath,
  formatsPath,
} from '../../support/checkouts/expected-formats.js';
import { expectOk, expectRefusal } from '../../support/answers.js';
import { advanceClock, DAY } from '../../support/clock.js';
import { PUBLIC_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';
import { borrowFrom, CONTENT_KEY } from '../../support/content/lenders.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.alone(
    {},
    {
      CONTENT_URL: 'https://content.example.org/get/{reserveId}/{crossRefId}?format={formatType}',
      CONTENT_KEY,
    },
    { contentLinkSeconds: 120 },
  );
});
afterAll(() => library.close());

/** Takes a link apart as docs/content-server.md says. */
function partsOf(href: string): { address: string; expires: number; signature: string } {
  const parts = /^(?<address>.*)[?&]expires=(?<expires>[0-9]+)&signature=(?<signature>[\w-]{43})$/.exec(href);
  if (parts?.groups === undefined) throw new Error(`${href} is not signed.`);
  const { address = '', expires, signature = '' } = parts.groups;
  return { address, expires: Number(expires), signature };
}

function signatureOf(text: string): string {
  return createHmac('sha256', CONTENT_KEY).update(text).digest('base64url');
}

describe('a download link', () => {
  test('has exactly these members, and leads to the content server, signed with its end', async () => {
    const { patron, title } = await borrowFrom(library);
    const answer = await patron.get(downloadPath(title, 'ebook-epub-adobe'));
    expectOk(answer);
    const { contentlink } = answer.body.links;
    expect(answer.body).toEqual({
      ...title,
      formatType: 'ebook-epub-adobe',
      links: {
        self: { href: `${PUBLIC_URL}${downloadPath(title, 'ebook-epub-adobe')}`, type: CONTENT_TYPE },
        contentlink: { href: expect.any(String), type: 'application/vnd.adobe.adept+xml' },
      },
    });
    expect(Object.keys(answer.body)).toEqual(['reserveId', 'crossRefId', 'formatType', 'links']);
    expect(Object.keys(answer.body.links)).toEqual(['self', 'contentlink']);
    const { address, signature } = partsOf(contentlink.href as string);
    expect(address).toBe(
      `https://content.example.org/get/${title.reserveId}/${title.crossRefId}?format=ebook-epub-adobe`,
    );
    expect(signature).toBe(signatureOf((contentlink.href as string).split('&signature=')[0] ?? ''));
  });

  test('ends when the settings say, by the time of the world and not of the sandbox', async () => {
    await advanceClock(library.service, 5 * DAY);
    const { patron, title } = await borrowFrom(library);
    const before = Math.floor(Date.now() / 1000);
    const { href } = (await patron.get(downloadPath(title, 'ebook-overdrive'))).body.links.contentlink;
    const { expires } = partsOf(href as string);
    // The tests' database runs on this machine, by the same clock.
    expect(expires).toBeGreaterThanOrEqual(before + 120);
    expect(expires).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 120);
  });

  test('says nothing of the patron: two who ask at the same time get the same', async () => {
    const title = await library.addTitle(2, { formats: ['ebook-overdrive'] });
    const patrons = await library.addPatrons(2);
    for (const patron of patrons) expect((await patron.borrow(title)).status).toBe(201);
    const hrefs = await Promise.all(
      patrons.map(async (patron) => {
        const { body } = await patron.get(downloadPath(title, 'ebook-overdrive'));
        return body.links.contentlink.href as string;
      }),
    );
    const [first, second] = hrefs.map(partsOf);
    expect(first?.address).toBe(second?.address);
  });

  test('is given for a format with any name, encoded', async () => {
    const formatType = "odd (format)'s/{name}&x=1#!*";
    const { patron, title } = await borrowFrom(library, { formatType }, [formatType]);
    const { body } = await patron.get(downloadPath(title, formatType));
    const { address } = partsOf(body.links.contentlink.href as string);
    expect(address.split('?')[1]).toBe('format=odd%20%28format%29%27s%2F%7Bname%7D%26x%3D1%23%21%2A');
    expect(body.links.contentlink.type).toBe('application/octet-stream');
  });

  test('is given whatever pages the client names, none of which is fetched or repeated', async () => {
    const { patron, title } = await borrowFrom(library);
    const pages =
      'errorpageurl=http%3A%2F%2F127.0.0.1%3A1%2F&odreadauthurl=nonsense&errorurl={errorurl}&successurl=';
    const answer = await patron.get(`${downloadPath(title, 'ebook-overdrive')}?${pages}`);
    expectOk(answer);
    expect(answer.body.links.contentlink.type).toBe('text/html');
    expect(answer.text).not.toContain('127.0.0.1');
  });
});

describe('the content that a title’s record names', () => {
  const content = (href: string): object => ({
    id: 'ebook-overdrive',
    content: { href, type: 'audio/flac' },
  });
  const linkTo = async (href: string): Promise<{ href: string; type: string }> => {
    const { patron, title } = await borrowFrom(library);
    await describeFormats(library, title, [content(href)]);
    const answer = await patron.get(downloadPath(title, 'ebook-overdrive'));
    expectOk(answer);
    return answer.body.links.contentlink;
  };

  test.each([
    ['https://elsewhere.example.org/book.flac', 'https://elsewhere.example.org/book.flac?expires='],
    ['https://elsewhere.example.org/?book=1', 'https://elsewhere.example.org/?book=1&expires='],
    ['http://elsewhere.example.org', 'http://elsewhere.example.org/?expires='],
    ['https://Elsewhere.example.org:443/a b/ü', 'https://elsewhere.example.org/a%20b/%C3%BC?expires='],
    ['https://elsewhere.example.org/{reserveId}', 'https://elsewhere.example.org/{reserveId}?expires='],
  ])('goes before the settings: %s', async (named, start) => {
    const { href, type } = await linkTo(named);
    // An HTTP client sends braces in a path encoded, and so they are signed.
    expect(href.startsWith(start.replaceAll('{', '%7B').replaceAll('}', '%7D'))).toBe(true);
    expect(type).toBe('audio/flac');
    expect(partsOf(href).signature).toBe(signatureOf(href.split('&signature=')[0] ?? ''));
  });

  test.each(['ftp://elsewhere.example.org/', 'https://elsewhere.example.org/#part', 'nowhere'])(
    'is not handed out when it cannot be signed: %s',
    async (named) => {
      const { patron, title } = await borrowFrom(library);
      await describeFormats(library, title, [content(named)]);
      expectRefusal(
        await patron.get(downloadPath(title, 'ebook-overdrive')),
        'PatronTitleProcessingFailed',
        'There is no content to hand out',
      );
    },
  );

  test('is that format’s alone', async () => {
    const { patron, title } = await borrowFrom(library);
    await describeFormats(library, title, [content('https://elsewhere.example.org/')]);
    const { body } = await patron.get(downloadPath(title, 'ebook-epub-adobe'));
    expect(body.links.contentlink.href).toMatch(/^https:\/\/content\.example\.org\//);
  });
});

describe('the redirect to the content', () => {
  test('is an empty 302 with a link like the one that a program gets', async () => {
    const { patron, title } = await borrowFrom(library);
    const answer = await patron.get(`${formatsPath(title)}/downloadredirect`);
    expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([302, '', null]);
    const location = answer.headers.get('location') ?? '';
    expect(partsOf(location).signature).toBe(signatureOf(location.split('&signature=')[0] ?? ''));
  });

  test('leads to the format that is locked in, else to the first one online', async () => {
    const formats = ['ebook-epub-adobe', 'ebook-overdrive', 'ebook-mediado', 'ebook-kindle'];
    for (const [values, format] of [
      [{ formatType: 'ebook-kindle' }, 'ebook-kindle'],
      [{}, 'ebook-overdrive'],
    ] as const) {
      const { patron, title } = await borrowFrom(library, values, formats);
      const { links } = (await patron.loan(title)).body;
      const { headers } = await patron.get(new URL(links.downloadRedirect.href as string).pathname);
      expect(partsOf(headers.get('location') ?? '').address).toBe(
        `https://content.example.org/get/${title.reserveId}/${title.crossRefId}?format=${format}`,
      );
    }
  });

  test('locks the only format in that the title has', async () => {
    const { patron, title } = await borrowFrom(library, {}, ['ebook-kindle']);
    const answer = await patron.get(`${formatsPath(title)}/downloadredirect`);
    expect(answer.status).toBe(302);
    expect(partsOf(answer.headers.get('location') ?? '').address).toContain('format=ebook-kindle');
    expect((await patron.loan(title)).body).toMatchObject({
      isFormatLockedIn: true,
      formats: [{ formatType: 'ebook-kindle' }],
    });
  });
});
