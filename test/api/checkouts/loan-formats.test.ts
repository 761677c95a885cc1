import {
  expectCreated,
  expectNoContent,
  expectOk,
  expectRefusal,
  withoutToken,
} from '../../support/answers.js';
import { advanceClock, DAY } from '../../support/clock.js';
import { PUBLIC_URL } from '../../support/service.js';
import { type TestPatron, TestLibrary, type TestTitle } from '../../support/test-library.js';
import { checkoutPath } from '../../support/paths.js';
import {
  CONTENT_TYPE,
  describeFormats,
  downloadPath,
  formatAction,
  formatPath,
  formatRecord,
  formatsPath,
  formatTypesIn,
} from '../../support/checkouts/expected-formats.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const FORMATS = ['ebook-epub-adobe', 'ebook-overdrive', 'ebook-kindle'];

/** A loan of a title with two formats to download and one online. */
async function borrowed(formats = FORMATS, values = {}): Promise<{ patron: TestPatron; title: TestTitle }> {
  const [patron, title] = [await library.addPatron(), await library.addTitle(1, { formats })];
  expectCreated(await patron.borrow(title, values));
  return { patron, title };
}

describe('the formats of a loan', () => {
  test('are those online at once, and the action offers those to download', async () => {
    const { patron, title } = await borrowed();
    const { body } = await patron.loan(title);
    expect(body.isFormatLockedIn).toBe(false);
    expect(body.formats).toEqual([formatRecord(title, 'ebook-overdrive', 'online')]);
    expect(body.actions.format).toEqual(formatAction(title, ['ebook-epub-adobe', 'ebook-kindle']));
  });

  test('are all of a title that is only online, and no format is offered', async () => {
    const formats = ['ebook-mediado', 'magazine-overdrive'];
    const { patron, title } = await borrowed(formats);
    const { body } = await patron.loan(title);
    expect(body.formats).toEqual(formats.map((id) => formatRecord(title, id, 'online')));
    expect(Object.keys(body.actions)).toEqual(['earlyReturn']);
  });

  test('are online as the title’s record says', async () => {
    const { patron, title } = await borrowed(['ebook-stone', 'ebook-overdrive', 'ebook-kindle']);
    await describeFormats(library, title, [
      { id: 'ebook-overdrive', online: false },
      { id: 'ebook-stone', online: true },
    ]);
    const { body } = await patron.loan(title);
    expect(body.formats).toEqual([formatRecord(title, 'ebook-stone', 'online')]);
    expect(body.actions.format).toEqual(formatAction(title, ['ebook-overdrive', 'ebook-kindle']));
  });

  test('are listed at the address that the action posts to', async () => {
    const { patron, title } = await borrowed();
    const answer = await patron.get(formatsPath(title));
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
    const { patron, title } = await borrowed(['audiobook-mp3']);
    const { body } = await patron.get(formatsPath(title));
    expect([body.totalItems, body.formats]).toEqual([0, []]);
  });

  test('are found one by one, by either identifier of the title, with or without a trailing slash', async () => {
    const { patron, title } = await borrowed();
    for (const id of [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId])
      for (const path of [formatPath(id, 'ebook-overdrive'), `${formatPath(id, 'ebook-overdrive')}/`]) {
        const answer = await patron.get(path);
        expectOk(answer);
        expect(answer.body).toEqual(formatRecord(title, 'ebook-overdrive', 'online'));
      }
  });

  test.each(['ebook-kindle', 'ebook-stone', 'EBOOK-OVERDRIVE', '%00', '{formatType}'])(
    'do not include %s, which is not locked in or not there',
    async (formatType) => {
      const { patron, title } = await borrowed();
      for (const path of [formatPath, downloadPath])
        expectRefusal(
          await patron.get(path(title, formatType)),
          'PatronTitleProcessingFailed',
          'The selected format may not be available for this title.',
        );
    },
  );

  test('may have any name: it is encoded in addresses', async () => {
    const formatType = 'book/on stone?&{x}';
    const { patron, title } = await borrowed([formatType]);
    const locked = await patron.post(formatsPath(title), { formatType });
    expectCreated(locked);
    expect(locked.body).toEqual(formatRecord(title, formatType, 'download'));
    expect((await patron.get(new URL(locked.body.links.self.href).pathname)).text).toBe(locked.text);
  });
});

describe('a format that is given at the checkout', () => {
  test('locks nothing in when it is online', async () => {
    const { patron, title } = await borrowed(FORMATS, { formatType: 'ebook-overdrive' });
    const { body } = await patron.loan(title);
    expect(body.isFormatLockedIn).toBe(false);
    expect(formatTypesIn(body)).toEqual(['ebook-overdrive']);
    expect(Object.keys(body.actions)).toEqual(['format', 'earlyReturn']);
  });

  test('stands beside those online, in the order of the title, when it is locked in', async () => {
    const { patron, title } = await borrowed(FORMATS, { formatType: 'ebook-epub-adobe' });
    const { body } = await patron.loan(title);
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
    const { patron, title } = await borrowed();
    const answer = await patron.post(formatsPath(title), { formatType: 'ebook-kindle' });
    expectCreated(answer);
    expect(answer.body).toEqual(formatRecord(title, 'ebook-kindle', 'download'));
    expect(answer.headers.get('location')).toBe(`${PUBLIC_URL}${formatPath(title, 'ebook-kindle')}`);
    expect((await patron.get(formatPath(title, 'ebook-kindle'))).text).toBe(answer.text);

    const { body } = await patron.loan(title);
    expect(body.isFormatLockedIn).toBe(true);
    expect(formatTypesIn(body)).toEqual(['ebook-overdrive', 'ebook-kindle']);
    expect(Object.keys(body.actions)).toEqual(['earlyReturn']);
    expect((await patron.get(formatsPath(title))).body.actions).toEqual({});
  });

  test('may be asked for again: the answer is the same', async () => {
    const { patron, title } = await borrowed();
    const [first, again] = [
      await patron.post(formatsPath(title), { formatType: 'ebook-kindle' }),
      await patron.post(formatsPath(title), { formatType: 'ebook-kindle' }),
    ];
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
  });

  test.each(['ebook-epub-adobe', 'ebook-stone'])('is not changed by asking for %s', async (formatType) => {
    const { patron, title } = await borrowed(FORMATS, { formatType: 'ebook-kindle' });
    const before = (await patron.loans()).text;
    expectRefusal(
      await patron.post(formatsPath(title), { formatType }),
      'PatronTitleProcessingFailed',
      'The selected format may not be available for this title.',
    );
    expect((await patron.loans()).text).toBe(before);
  });

  test('does not keep the patron from what is online', async () => {
    const { patron, title } = await borrowed(FORMATS, { formatType: 'ebook-kindle' });
    const answer = await patron.post(formatsPath(title), { formatType: 'ebook-overdrive' });
    expectCreated(answer);
    expect(answer.body).toEqual(formatRecord(title, 'ebook-overdrive', 'online'));
  });

  test('is forgotten when the title is returned', async () => {
    const { patron, title } = await borrowed(FORMATS, { formatType: 'ebook-kindle' });
    expectNoContent(await patron.returnTitle(title));
    expectCreated(await patron.borrow(title));
    expect((await patron.loan(title)).body.isFormatLockedIn).toBe(false);
  });

  test('stays when the title’s record drops it', async () => {
    const { patron, title } = await borrowed(FORMATS, { formatType: 'ebook-kindle' });
    await library.import({
      record: 'title',
      ...title,
      title: 'Without Kindle',
      formatClass: 'eBook',
      formats: ['ebook-overdrive'],
    });
    const { body } = await patron.loan(title);
    expect(body.isFormatLockedIn).toBe(true);
    expect(formatTypesIn(body)).toEqual(['ebook-overdrive', 'ebook-kindle']);
  });
});

describe('a format that is asked for and not locked in', () => {
  test('is any online one: it can be used anyway', async () => {
    const { patron, title } = await borrowed();
    const before = (await patron.loan(title)).text;
    const answer = await patron.post(formatsPath(title), { formatType: 'ebook-overdrive' });
    expectCreated(answer);
    expect(answer.body).toEqual(formatRecord(title, 'ebook-overdrive', 'online'));
    expect((await patron.loan(title)).text).toBe(before);
  });

  test('is one that the title does not have', async () => {
    const { patron, title } = await borrowed();
    const before = (await patron.loan(title)).text;
    for (const formatType of ['ebook-stone', 'EBOOK-KINDLE', 'downloadredirect'])
      expectRefusal(await patron.post(formatsPath(title), { formatType }), 'PatronTitleProcessingFailed');
    expect((await patron.loan(title)).text).toBe(before);
  });

  test('must be named', async () => {
    const { patron, title } = await borrowed();
    for (const values of [{}, { formatType: '' }, { reserveId: title.reserveId }])
      expectRefusal(await patron.post(formatsPath(title), values), 'MissingField', 'formatType is missing');
  });
});

describe('the title in the body', () => {
  test('may be named by any field, if it is the one of the path', async () => {
    for (const name of ['reserveId', 'crossRefId', 'id'])
      for (const kind of ['reserveId', 'crossRefId'] as const) {
        const { patron, title } = await borrowed();
        const values = { [name]: title[kind], formatType: 'ebook-kindle' };
        expectCreated(await patron.post(formatsPath(title), values));
      }
  });

  test('must not be another one: nothing is locked in', async () => {
    const { patron, title } = await borrowed();
    const other = await library.addTitle(1, { formats: FORMATS });
    for (const value of [other.reserveId, other.crossRefId, 999_999, 'nonsense'])
      expectRefusal(
        await patron.post(formatsPath(title), { reserveId: value, formatType: 'ebook-kindle' }),
        'InvalidFieldValue',
      );
    expect((await patron.loan(title)).body.isFormatLockedIn).toBe(false);
  });
});

describe('without such a loan', () => {
  const REQUESTS: Readonly<Record<string, (patron: TestPatron, id: string | number) => Promise<object>>> = {
    'the list': async (patron, id) => withoutToken(await patron.get(formatsPath(id))),
    'a format': async (patron, id) => withoutToken(await patron.get(formatPath(id, 'ebook-overdrive'))),
    'a download link': async (patron, id) =>
      withoutToken(await patron.get(downloadPath(id, 'ebook-overdrive'))),
    'the redirect': async (patron, id) =>
      withoutToken(await patron.get(`${formatsPath(id)}/downloadredirect`)),
    'a lock': async (patron, id) =>
      withoutToken(await patron.post(formatsPath(id), { formatType: 'ebook-kindle' })),
  };

  test.each(Object.entries(REQUESTS))('%s is refused alike, whatever the reason', async (_, request) => {
    const { title } = await borrowed();
    const { title: ended, patron: formerReader } = await borrowed();
    await formerReader.returnTitle(ended);
    const patron = await library.addPatron();
    const refused = await request(patron, 'nonsense');
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('"TitleNotCheckedOut"') });
    for (const id of [title.reserveId, title.crossRefId, 999_999, '01', '%00'])
      expect(await request(patron, id)).toEqual(refused);
    expect(await request(formerReader, ended.reserveId)).toEqual(refused);
  });

  test('a loan that is over has no formats, and takes none', async () => {
    const { patron, title } = await borrowed();
    await advanceClock(library.service, 22 * DAY);
    for (const path of [formatsPath(title), formatPath(title, 'ebook-overdrive')])
      expectRefusal(await patron.get(path), 'TitleNotCheckedOut');
    expectRefusal(
      await patron.post(formatsPath(title), { formatType: 'ebook-kindle' }),
      'TitleNotCheckedOut',
    );
  });
});

test('an address of formats knows its methods', async () => {
  const { patron, title } = await borrowed();
  for (const [path, allowed] of [
    [formatsPath(title), 'GET, HEAD, POST, OPTIONS'],
    [formatPath(title, 'ebook-overdrive'), 'GET, HEAD, OPTIONS'],
    [downloadPath(title, 'ebook-overdrive'), 'GET, HEAD, OPTIONS'],
    [`${formatsPath(title)}/downloadredirect`, 'GET, HEAD, OPTIONS'],
  ] as const) {
    const answer = await patron.delete(path);
    expectRefusal(answer, 'MethodNotAllowed');
    expect(answer.headers.get('allow')).toBe(allowed);
  }
  expectRefusal(await patron.get(`${checkoutPath(title)}/format`), 'NotFound');
});

test('where no content server is named, there is no content to hand out', async () => {
  const { patron, title } = await borrowed();
  for (const path of [downloadPath(title, 'ebook-overdrive'), `${formatsPath(title)}/downloadredirect`])
    expectRefusal(await patron.get(path), 'PatronTitleProcessingFailed', 'There is no content to hand out');
});
