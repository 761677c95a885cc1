import { sealingKey, sealLoan } from '../../../src/checkouts/sealed-loan.js';
import { describeFormats, formatsPath } from '../../support/checkouts/expected-formats.js';
import { mustSucceed } from '../../support/client.js';
import { WEBSITE_ID } from '../../support/records.js';
import { PUBLIC_URL } from '../../support/service.js';
import {
  type PatronAndTitle,
  type TestPatron,
  TestLibrary,
  type TestTitle,
} from '../../support/test-library.js';
import { borrowFrom, CONTENT_KEY } from '../../support/content/lenders.js';

const TWO_FORMATS = ['ebook-kindle', 'ebook-epub-adobe'];
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const CONTENT_URL = 'https://content.example.org';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.alone(
    {},
    { CONTENT_URL: `${CONTENT_URL}/{reserveId}/{formatType}`, CONTENT_KEY },
  );
});
afterAll(() => library.close());

/** A loan of a title in two formats to download, and where its redirect leads. */
async function openRedirect(formats = TWO_FORMATS): Promise<PatronAndTitle & { page: string }> {
  const loan = await borrowFrom(library, {}, formats);
  const answer = await loan.patron.get(`${formatsPath(loan.title)}/downloadredirect`);
  expect([answer.status, answer.text]).toEqual([302, '']);
  const location = answer.headers.get('location') ?? '';
  expect(location).toMatch(new RegExp(`^${PUBLIC_URL}/content/format\\?loan=[\\w-]{75}$`));
  return { ...loan, page: location.replace(PUBLIC_URL, library.service.url) };
}

/** As a browser or program without a token does, which shows redirects. */
function open(page: string, init: RequestInit = {}): Promise<Response> {
  return fetch(page, { redirect: 'manual', ...init, headers: { ...BROWSER, ...(init.headers as object) } });
}

function choose(page: string, formatType: string, headers = {}): Promise<Response> {
  const body = new URLSearchParams({ formatType }).toString();
  return open(page, { method: 'POST', body, headers: { ...FORM, ...headers } });
}

async function isLockedIn(patron: TestPatron, title: TestTitle): Promise<boolean> {
  return (await patron.loan(title)).body.isFormatLockedIn as boolean;
}

describe('the redirect of a loan with several formats to download', () => {
  test('leads to a page with a button for each of them, which locks nothing in', async () => {
    const { patron, title, page } = await openRedirect();
    const answer = await open(page);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'self' http: https:; frame-ancestors 'none'",
    );
    expect(answer.headers.get('x-frame-options')).toBe('deny');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const text = await answer.text();
    expect(text).toContain('<button name="formatType" value="ebook-kindle">Kindle Book</button>');
    expect(text).toContain('<button name="formatType" value="ebook-epub-adobe">Adobe EPUB eBook</button>');
    expect(text).not.toMatch(/<script|<style|<link|<img|src=|href=|patron/i);
    expect(await isLockedIn(patron, title)).toBe(false);
  });

  test('and the choice locks the format in, and leads to its content', async () => {
    const { patron, title, page } = await openRedirect();
    const answer = await choose(page, 'ebook-epub-adobe');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${CONTENT_URL}/${title.reserveId}/ebook-epub-adobe\\?expires=\\d+&signature=[\\w-]{43}$`),
    );
    expect((await patron.loan(title)).body).toMatchObject({
      isFormatLockedIn: true,
      formats: [{ formatType: 'ebook-epub-adobe' }],
    });
    const again = await open(page);
    expect([again.status, again.headers.get('location')?.split('?')[0]]).toEqual([
      303,
      `${CONTENT_URL}/${title.reserveId}/ebook-epub-adobe`,
    ]);
    expect((await choose(page, 'ebook-epub-adobe')).status).toBe(303);
  });

  test('offers no format without content', async () => {
    const { title, page } = await openRedirect();
    await describeFormats(library, title, [
      { id: 'ebook-kindle', content: { href: 'nowhere', type: 'text/html' } },
    ]);
    const text = await (await open(page)).text();
    expect(text).not.toContain('ebook-kindle');
    expect(text).toContain('ebook-epub-adobe');
    expectProgramsError(await choose(page, 'ebook-kindle', { accept: '*/*' }), 400);
  });

  test('may be framed by the sites that its library lists', async () => {
    const settings = { record: 'settings', websiteId: WEBSITE_ID };
    const { page } = await openRedirect();
    await library.import({ ...settings, content: { frameOrigins: ['https://library.example'] } });
    const { headers } = await open(page);
    expect(headers.get('content-security-policy')).toMatch(/; frame-ancestors https:\/\/library\.example$/);
    expect(headers.get('x-frame-options')).toBeNull();
    await library.import({ ...settings, delete: true });
  });

  test('is as it was with a format online', async () => {
    const { patron, title } = await borrowFrom(library, {}, [...TWO_FORMATS, 'ebook-overdrive']);
    const { headers } = await patron.get(`${formatsPath(title)}/downloadredirect`);
    expect(headers.get('location')).toContain(`${CONTENT_URL}/${title.reserveId}/ebook-overdrive?`);
  });
});

function expectProgramsError(answer: Response, status: number): void {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    status,
    'application/json; charset=utf-8',
  ]);
}

describe('what is refused on the page', () => {
  test('is a page for a browser, and the error body for a program', async () => {
    const { page, patron, title } = await openRedirect();
    await mustSucceed(patron.post(formatsPath(title), { formatType: 'ebook-kindle' }));
    const answer = await choose(page, 'ebook-epub-adobe');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const text = await answer.text();
    expect(text).toContain('Another format of this title has been locked in');
    expect(text).not.toMatch(/<script|patron/i);
    for (const accept of ['*/*', 'application/json']) {
      const told = await choose(page, 'ebook-epub-adobe', { accept });
      expectProgramsError(told, 400);
      expect(await told.json()).toMatchObject({ errorCode: 'AnotherFormatHasBeenLockedIn' });
    }
    expect((await patron.loan(title)).body.formats[0].formatType).toBe('ebook-kindle');
  });

  test('is a format that the title does not have, or none, and nothing is locked in', async () => {
    const { page, patron, title } = await openRedirect();
    for (const formatType of ['ebook-pdf-open', ''])
      expect((await choose(page, formatType)).status).toBe(400);
    expect(await isLockedIn(patron, title)).toBe(false);
  });

  test('is a loan that has been returned', async () => {
    const { page, patron, title } = await openRedirect();
    await mustSucceed(patron.send('DELETE', `/v1/patrons/me/checkouts/${title.reserveId}`));
    for (const answer of [await open(page), await choose(page, 'ebook-kindle')])
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining('<h1>This title cannot'),
      ]);
  });

  test('is a link that was altered, has ended, or was sealed with another key', async () => {
    const { page, patron, title } = await openRedirect();
    const link = (key: string, end: number): string => {
      const loan = {
        patron: { websiteId: WEBSITE_ID, patronId: patron.patronId },
        reserveId: title.reserveId,
      };
      return `${page.split('=')[0] ?? ''}=${sealLoan(sealingKey(key), loan, Math.floor(Date.now() / 1000) + end)}`;
    };
    expect((await open(link(CONTENT_KEY, 60))).status).toBe(200);
    const at = page.indexOf('=') + 40;
    const other = page[at] === 'A' ? 'B' : 'A';
    const altered = [
      `${page.slice(0, at)}${other}${page.slice(at + 1)}`,
      `${page}A`,
      page.slice(0, -1),
      `${page.split('=')[0] ?? ''}=x`,
      link(CONTENT_KEY, -1),
      link(`${CONTENT_KEY}x`, 60),
    ];
    for (const bad of altered) {
      const answer = await open(bad);
      expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('link has ended')]);
      expect((await choose(bad, 'ebook-kindle')).status).toBe(404);
    }
    expect(await isLockedIn(patron, title)).toBe(false);
  });
});

test('the link says nothing of the patron, not even whether two are one’s own', async () => {
  const { page, patron, title } = await openRedirect();
  const second = await patron.get(`${formatsPath(title)}/downloadredirect`);
  const [one, other] = [page, second.headers.get('location') ?? ''].map((each) => each.split('=')[1] ?? '');
  expect(one?.length).toBe(other?.length);
  expect(one?.slice(0, 20)).not.toBe(other?.slice(0, 20));
  expect(Buffer.from(one ?? '', 'base64url').toString('hex')).not.toContain(
    title.reserveId.replaceAll('-', ''),
  );
});
