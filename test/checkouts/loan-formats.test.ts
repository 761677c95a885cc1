import { expectCreated, expectNoContent, expectOk, expectRefusal, withoutToken } from '../support/answers.js';
import { advanceClock, DAY } from '../support/clock.js';
import { PUBLIC_URL } from '../support/service.js';
import { checkoutPath, type Reader, TestLibrary, type TestTitle } from '../support/test-library.js';
import {
  CONTENT_TYPE,
  describeFormats,
  downloadPath,
  formatAction,
  formatPath,
  formatRecord,
  formatsPath,
  formatTypesIn,
} from './expected-formats.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const FORMATS = ['ebook-epub-adobe', 'ebook-overdrive', 'ebook-kindle'];

/** A loan of a title with two formats to download and one online. */
async function borrowed(formats = FORMATS, values = {}): Promise<{ reader: Reader; title: TestTitle }> {
  const [reader, title] = [await library.reader(), await library.title(1, { formats })];
  expectCreated(await reader.borrow(title, values));
  return { reader, title };
}

describe('the formats of a loan', () => {
  test('are those online at once, and the action offers those to download', async () => {
    const { reader, title } = await borrowed();
    const { body } = await reader.loan(title);
    expect(body.isFormatLockedIn).toBe(false);
    expect(body.formats).toEqual([formatRecord(title, 'ebook-overdrive', 'online')]);
    expect(body.actions.format).toEqual(formatAction(title, ['ebook-epub-adobe', 'ebook-kindle']));
  });

  test('are all of a title that is only online, and no format is offered', async () => {
    const formats = ['ebook-mediado', 'magazine-overdrive'];
    const { reader, title } = await borrowed(formats);
    const { body } = await reader.loan(title);
    expect(body.formats).toEqual(formats.map((id) => formatRecord(title, id, 'online')));
    expect(Object.keys(body.actions)).toEqual(['earlyReturn']);
  });

  test('are online as the title’s record says', async () => {
    const { reader, title } = await borrowed(['ebook-stone', 'ebook-overdrive', 'ebook-kindle']);
    await describeFormats(library, title, [
      { id: 'ebook-overdrive', online: false },
      { id: 'ebook-stone', online: true },
    ]);
    const { body } = await reader.loan(title);
    expect(body.formats).toEqual([formatRecord(title, 'ebook-stone', 'online')]);
    expect(body.actions.format).toEqual(formatAction(title, ['ebook-overdrive', 'ebook-kindle']));
  });

  test('are listed at the address that the action posts to', async () => {
    const { reader, title } = await borrowed();
    const answer = await reader.get(formatsPath(title));
    expectOk(answer);
    expect(answer.body).toEqual({
      totalItems: 1,
      formats: [formatRecord(title, 'ebook-overdrive', 'online')],
      links: { self: { href: `${PUBLIC_URL}${formatsPath(title)}`, type: CONTENT_TYPE } },
      actions: { format: formatAction(title, ['ebook-epub-adobe', 'ebook-kindle']) },
    });
    expect(Object.keys(answer.body)).toEqual(['totalItems', 'formats', 'links', 'actions']);
  });

  test('are none while a title to download has none locked in', async () => {
    const { reader, title } = await borrowed(['audiobook-mp3']);
    const { body } = await reader.get(formatsPath(title));
    expect([body.totalItems, body.formats]).toEqual([0, []]);
  });

  test('are found one by one, by either identifier of the title, with or without a trailing slash', async () => {
    const { reader, title } = await borrowed();
    for (const id of [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId])
      for (const path of [formatPath(id, 'ebook-overdrive'), `${formatPath(id, 'ebook-overdrive')}/`]) {
        const answer = await reader.get(path);
        expectOk(answer);
        expect(answer.body).toEqual(formatRecord(title, 'ebook-overdrive', 'online'));
      }
  });

  test.each(['ebook-kindle', 'ebook-stone', 'EBOOK-OVERDRIVE', '%00', '{formatType}'])(
    'do not include %s, which is not locked in or not there',
    async (formatType) => {
      const { reader, title } = await borrowed();
      for (const path of [formatPath, downloadPath])
        expectRefusal(
          await reader.get(path(title, formatType)),
          'PatronTitleProcessingFailed',
          'The selected format may not be available for this title.',
        );
    },
  );

  test('may have any name: it is encoded in addresses', async () => {
    const formatType = 'book/on stone?&{x}';
    const { reader, title } = await borrowed([formatType]);
    const locked = await reader.post(formatsPath(title), { formatType });
    expectCreated(locked);
    expect(locked.body).toEqual(formatRecord(title, formatType, 'download'));
    expect((await reader.get(new URL(locked.body.links.self.href).pathname)).text).toBe(locked.text);
  });
});

describe('a format that is given at the checkout', () => {
  test('locks nothing in when it is online', async () => {
    const { reader, title } = await borrowed(FORMATS, { formatType: 'ebook-overdrive' });
    const { body } = await reader.loan(title);
    expect(body.isFormatLockedIn).toBe(false);
    expect(formatTypesIn(body)).toEqual(['ebook-overdrive']);
    expect(Object.keys(body.actions)).toEqual(['format', 'earlyReturn']);
  });

  test('stands beside those online, in the order of the title, when it is locked in', async () => {
    const { reader, title } = await borrowed(FORMATS, { formatType: 'ebook-epub-adobe' });
    const { body } = await reader.loan(title);
    expect(body.isFormatLockedIn).toBe(true);
    expect(body.formats).toEqual([
      formatRecord(title, 'ebook-epub-adobe', 'download'),
      formatRecord(title, 'ebook-overdrive', 'online'),
    ]);
    expect(Object.keys(body.actions)).toEqual(['earlyReturn']);
  });
});

describe('a format that is locked in', () => {
  test('is answered as it stands in the loan from then on, with its address in Location', async () => {
    const { reader, title } = await borrowed();
    const answer = await reader.post(formatsPath(title), { formatType: 'ebook-kindle' });
    expectCreated(answer);
    expect(answer.body).toEqual(formatRecord(title, 'ebook-kindle', 'download'));
    expect(answer.headers.get('location')).toBe(`${PUBLIC_URL}${formatPath(title, 'ebook-kindle')}`);
    expect((await reader.get(formatPath(title, 'ebook-kindle'))).text).toBe(answer.text);

    const { body } = await reader.loan(title);
    expect(body.isFormatLockedIn).toBe(true);
    expect(formatTypesIn(body)).toEqual(['ebook-overdrive', 'ebook-kindle']);
    expect(Object.keys(body.actions)).toEqual(['earlyReturn']);
    expect((await reader.get(formatsPath(title))).body.actions).toEqual({});
  });

  test('may be asked for again: the answer is the same', async () => {
    const { reader, title } = await borrowed();
    const [first, again] = [
      await reader.post(formatsPath(title), { formatType: 'ebook-kindle' }),
      await reader.post(formatsPath(title), { formatType: 'ebook-kindle' }),
    ];
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
  });

  test.each(['ebook-epub-adobe', 'ebook-stone'])('is not changed by asking for %s', async (formatType) => {
    const { reader, title } = await borrowed(FORMATS, { formatType: 'ebook-kindle' });
    const before = (await reader.loans()).text;
    expectRefusal(
      await reader.post(formatsPath(title), { formatType }),
      'PatronTitleProcessingFailed',
      'The selected format may not be available for this title.',
    );
    expect((await reader.loans()).text).toBe(before);
  });

  test('does not keep the patron from what is online', async () => {
    const { reader, title } = await borrowed(FORMATS, { formatType: 'ebook-kindle' });
    const answer = await reader.post(formatsPath(title), { formatType: 'ebook-overdrive' });
    expectCreated(answer);
    expect(answer.body).toEqual(formatRecord(title, 'ebook-overdrive', 'online'));
  });

  test('is forgotten when the title is returned', async () => {
    const { reader, title } = await borrowed(FORMATS, { formatType: 'ebook-kindle' });
    expectNoContent(await reader.giveBack(title));
    expectCreated(await reader.borrow(title));
    expect((await reader.loan(title)).body.isFormatLockedIn).toBe(false);
  });

  test('stays when the title’s record drops it', async () => {
    const { reader, title } = await borrowed(FORMATS, { formatType: 'ebook-kindle' });
    await library.import({
      record: 'title',
      ...title,
      title: 'Without Kindle',
      formatClass: 'eBook',
      formats: ['ebook-overdrive'],
    });
    const { body } = await reader.loan(title);
    expect(body.isFormatLockedIn).toBe(true);
    expect(formatTypesIn(body)).toEqual(['ebook-overdrive', 'ebook-kindle']);
  });
});

describe('a format that is asked for and not locked in', () => {
  test('is any online one: it can be used anyway', async () => {
    const { reader, title } = await borrowed();
    const before = (await reader.loan(title)).text;
    const answer = await reader.post(formatsPath(title), { formatType: 'ebook-overdrive' });
    expectCreated(answer);
    expect(answer.body).toEqual(formatRecord(title, 'ebook-overdrive', 'online'));
    expect((await reader.loan(title)).text).toBe(before);
  });

  test('is one that the title does not have', async () => {
    const { reader, title } = await borrowed();
    const before = (await reader.loan(title)).text;
    for (const formatType of ['ebook-stone', 'EBOOK-KINDLE', 'downloadredirect'])
      expectRefusal(await reader.post(formatsPath(title), { formatType }), 'PatronTitleProcessingFailed');
    expect((await reader.loan(title)).text).toBe(before);
  });

  test('must be named', async () => {
    const { reader, title } = await borrowed();
    for (const values of [{}, { formatType: '' }, { reserveId: title.reserveId }])
      expectRefusal(await reader.post(formatsPath(title), values), 'MissingField', 'formatType is missing');
  });
});

describe('the title in the body', () => {
  test('may be named by any field, if it is the one of the path', async () => {
    for (const name of ['reserveId', 'crossRefId', 'id'])
      for (const kind of ['reserveId', 'crossRefId'] as const) {
        const { reader, title } = await borrowed();
        const values = { [name]: title[kind], formatType: 'ebook-kindle' };
        expectCreated(await reader.post(formatsPath(title), values));
      }
  });

  test('must not be another one: nothing is locked in', async () => {
    const { reader, title } = await borrowed();
    const other = await library.title(1, { formats: FORMATS });
    for (const value of [other.reserveId, other.crossRefId, 999_999, 'nonsense'])
      expectRefusal(
        await reader.post(formatsPath(title), { reserveId: value, formatType: 'ebook-kindle' }),
        'InvalidFieldValue',
      );
    expect((await reader.loan(title)).body.isFormatLockedIn).toBe(false);
  });
});

describe('without such a loan', () => {
  const REQUESTS: Readonly<Record<string, (reader: Reader, id: string | number) => Promise<object>>> = {
    'the list': async (reader, id) => withoutToken(await reader.get(formatsPath(id))),
    'a format': async (reader, id) => withoutToken(await reader.get(formatPath(id, 'ebook-overdrive'))),
    'a download link': async (reader, id) =>
      withoutToken(await reader.get(downloadPath(id, 'ebook-overdrive'))),
    'the redirect': async (reader, id) =>
      withoutToken(await reader.get(`${formatsPath(id)}/downloadredirect`)),
    'a lock': async (reader, id) =>
      withoutToken(await reader.post(formatsPath(id), { formatType: 'ebook-kindle' })),
  };

  test.each(Object.entries(REQUESTS))('%s is refused alike, whatever the reason', async (_, request) => {
    const { title } = await borrowed();
    const { title: ended, reader: formerReader } = await borrowed();
    await formerReader.giveBack(ended);
    const reader = await library.reader();
    const refused = await request(reader, 'nonsense');
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('"TitleNotCheckedOut"') });
    for (const id of [title.reserveId, title.crossRefId, 999_999, '01', '%00'])
      expect(await request(reader, id)).toEqual(refused);
    expect(await request(formerReader, ended.reserveId)).toEqual(refused);
  });

  test('a loan that is over has no formats, and takes none', async () => {
    const { reader, title } = await borrowed();
    await advanceClock(library.service, 22 * DAY);
    for (const path of [formatsPath(title), formatPath(title, 'ebook-overdrive')])
      expectRefusal(await reader.get(path), 'TitleNotCheckedOut');
    expectRefusal(
      await reader.post(formatsPath(title), { formatType: 'ebook-kindle' }),
      'TitleNotCheckedOut',
    );
  });
});

test('an address of formats knows its methods', async () => {
  const { reader, title } = await borrowed();
  for (const [path, allowed] of [
    [formatsPath(title), 'GET, HEAD, POST, OPTIONS'],
    [formatPath(title, 'ebook-overdrive'), 'GET, HEAD, OPTIONS'],
    [downloadPath(title, 'ebook-overdrive'), 'GET, HEAD, OPTIONS'],
    [`${formatsPath(title)}/downloadredirect`, 'GET, HEAD, OPTIONS'],
  ] as const) {
    const answer = await reader.delete(path);
    expectRefusal(answer, 'MethodNotAllowed');
    expect(answer.headers.get('allow')).toBe(allowed);
  }
  expectRefusal(await reader.get(`${checkoutPath(title)}/format`), 'NotFound');
});

test('where no content server is named, there is no content to hand out', async () => {
  const { reader, title } = await borrowed();
  for (const path of [downloadPath(title, 'ebook-overdrive'), `${formatsPath(title)}/downloadredirect`])
    expectRefusal(await reader.get(path), 'PatronTitleProcessingFailed', 'There is no content to hand out');
});
