import { formatsPath } from '../../support/checkouts/expected-formats.js';
import { expectRefusal } from '../../support/answers.js';
import { type PatronAndTitle, TestLibrary, type TestTitle } from '../../support/test-library.js';
import { borrowFrom } from '../../support/content/lenders.js';

/** No content server: every download is refused. */
let library: TestLibrary;
beforeAll(async () => {
  const ERROR_PAGE_ORIGINS = 'https://www.example.org, http://localhost:3000';
  library = await TestLibrary.alone({}, { ERROR_PAGE_ORIGINS });
});
afterAll(() => library.close());

function redirectPath(title: TestTitle | string, query: Readonly<Record<string, string>>): string {
  return `${formatsPath(title)}/downloadredirect?${new URLSearchParams(query).toString()}`;
}

test.each([
  ['https://www.example.org/failed', 'https://www.example.org/failed?'],
  ['https://www.example.org', 'https://www.example.org/?'],
  ['https://www.example.org:443/failed?for=download#why', 'https://www.example.org/failed?for=download&'],
  ['http://localhost:3000/failed', 'http://localhost:3000/failed?'],
])(
  'a failed download sends the browser to the page %s of a listed site, and says why',
  async (page, start) => {
    const { patron, title } = await borrowFrom(library);
    for (const name of ['errorpageurl', 'errorurl', 'ErrorPageUrl']) {
      const { status, headers, text } = await patron.get(redirectPath(title, { [name]: page }));
      const location = headers.get('location') ?? '';
      expect([status, text, location.startsWith(start)]).toEqual([302, '', true]);
      expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
        ErrorCode: 'PatronTitleProcessingFailed',
        ErrorDescription: 'There is no content to hand out for this title.',
      });
    }
  },
);

test('so does a loan that is not there', async () => {
  const patron = await library.addPatron();
  const page = 'https://www.example.org/failed?ErrorCode=mine';
  const { status, headers } = await patron.get(redirectPath('999999', { errorpageurl: page }));
  const location = headers.get('location') ?? '';
  expect([status, new URL(location).searchParams.getAll('ErrorCode')]).toEqual([302, ['TitleNotCheckedOut']]);
});

describe('nobody is sent', () => {
  let loan: PatronAndTitle;
  beforeAll(async () => {
    loan = await borrowFrom(library);
  });
  const LISTED = { errorpageurl: 'https://www.example.org/' };

  test('to any other page: the error is told as it is', async () => {
    for (const errorpageurl of [
      'https://evil.example.org/',
      'http://www.example.org/',
      'https://www.example.org:8443/',
      'https://www.example.org.evil.example.org/',
      'https://www.example.org@evil.example.org/',
      'https://evil.example.org/https://www.example.org/',
      'https://evil.example.org\\@www.example.org/',
      '//www.example.org/',
      '/failed',
      'www.example.org',
      'javascript:location="https://www.example.org"',
      'data:text/html,www.example.org',
      'blob:https://www.example.org/1',
      'null',
      '{errorpageurl}',
      '',
    ])
      expectRefusal(
        await loan.patron.get(redirectPath(loan.title, { errorpageurl })),
        'PatronTitleProcessingFailed',
      );
  });

  test('to a listed site by a program’s download link, or for a problem with the token', async () => {
    const path = redirectPath(loan.title, LISTED);
    const program = await loan.patron.get(path.replace('downloadredirect', 'ebook-overdrive/downloadlink'));
    expectRefusal(program, 'PatronTitleProcessingFailed');
    const unknown = { headers: { authorization: 'Bearer unknown' } };
    expectRefusal(await loan.patron.send('GET', path, unknown), 'Unauthorized');
  });
});
