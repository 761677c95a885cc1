import { statement } from '../../../src/platform/database/statement.js';
import { expectCreated, expectNoContent, expectOk, expectRefusal } from '../../support/answers.js';
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
import type { Answer } from '../../support/client.js';
import { advanceClock, DAY, eventually } from '../../support/clock.js';
import { PUBLIC_URL } from '../../support/service.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';
import { type PatronAndTitle, TestLibrary, type TestTitle } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const FORMATS = ['ebook-epub-adobe', 'ebook-overdrive', 'ebook-kindle'];

/** A loan of a title with two formats to download and one online. */
async function borrowed(formats = FORMATS, values = {}): Promise<PatronAndTitle> {
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

  test('are found one by one', async () => {
    const { patron, title } = await borrowed();
    const answer = await patron.get(formatPath(title, 'ebook-overdrive'));
    expectOk(answer);
    expect(answer.body).toEqual(formatRecord(title, 'ebook-overdrive', 'online'));
  });

  test('do not include one that is not locked in, or not there', async () => {
    const { patron, title } = await borrowed();
    for (const formatType of ['ebook-kindle', 'ebook-stone', 'EBOOK-OVERDRIVE', '%00', '{formatType}'])
      for (const path of [formatPath, downloadPath])
        expectRefusal(
          await patron.get(path(title, formatType)),
          'PatronTitleProcessingFailed',
          'The selected format may not be available for this title.',
        );
  });

  test('may have any name: it is encoded in addresses', async () => {
    const formatType = 'book/on stone?&{x}';
    const { patron, title } = await borrowed([formatType]);
    const locked = await patron.post(formatsPath(title), { formatType });
    expectCreated(locked);
    expect(locked.body).toEqual(formatRecord(title, formatType, 'download'));
    expect((await patron.get(new URL(locked.body.links.self.href).pathname)).text).toBe(locked.text);
  });
});

test.each([
  ['ebook-overdrive', false, ['ebook-overdrive'], ['format', 'earlyReturn']],
  ['ebook-epub-adobe', true, ['ebook-epub-adobe', 'ebook-overdrive'], ['earlyReturn']],
])(
  'the format %s that is given at the checkout is locked in: %s',
  async (formatType, isLocked, usable, actions) => {
    const { patron, title } = await borrowed(FORMATS, { formatType });
    const { body } = await patron.loan(title);
    expect(body.isFormatLockedIn).toBe(isLocked);
    expect(formatTypesIn(body)).toEqual(usable);
    expect(Object.keys(body.actions)).toEqual(actions);
  },
);

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

  test('is not changed by asking for another one, and does not keep the patron from what is online', async () => {
    const { patron, title } = await borrowed(FORMATS, { formatType: 'ebook-kindle' });
    const before = (await patron.loans()).text;
    const lock = (formatType: string): Promise<Answer> => patron.post(formatsPath(title), { formatType });
    expectRefusal(await lock('ebook-epub-adobe'), 'AnotherFormatHasBeenLockedIn');
    expectRefusal(
      await lock('ebook-stone'),
      'PatronTitleProcessingFailed',
      'The selected format may not be available for this title.',
    );
    const answer = await patron.post(formatsPath(title), { formatType: 'ebook-overdrive' });
    expectCreated(answer);
    expect(answer.body).toEqual(formatRecord(title, 'ebook-overdrive', 'online'));
    expect((await patron.loans()).text).toBe(before);
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

test('what is asked for and not locked in changes nothing: online, not there, or not named', async () => {
  const { patron, title } = await borrowed();
  const before = (await patron.loan(title)).text;
  const answer = await patron.post(formatsPath(title), { formatType: 'ebook-overdrive' });
  expectCreated(answer);
  expect(answer.body).toEqual(formatRecord(title, 'ebook-overdrive', 'online'));
  for (const formatType of ['ebook-stone', 'EBOOK-KINDLE', 'downloadredirect'])
    expectRefusal(await patron.post(formatsPath(title), { formatType }), 'PatronTitleProcessingFailed');
  for (const values of [{}, { formatType: '' }, { reserveId: title.reserveId }])
    expectRefusal(await patron.post(formatsPath(title), values), 'MissingField', 'formatType is missing');
  expect((await patron.loan(title)).text).toBe(before);
});

test('without such a loan, or after it, each request is refused alike', async () => {
  const { title: ended, patron } = await borrowed();
  await patron.returnTitle(ended);
  const { title: over, patron: former } = await borrowed();
  await advanceClock(library.service, 22 * DAY);
  for (const [path, formatType] of [
    [formatsPath],
    [(id: TestTitle): string => formatPath(id, 'ebook-overdrive')],
    [(id: TestTitle): string => downloadPath(id, 'ebook-overdrive')],
    [(id: TestTitle): string => `${formatsPath(id)}/downloadredirect`],
    [formatsPath, 'ebook-kindle'],
  ] as const)
    for (const [reader, title] of [
      [patron, ended],
      [former, over],
    ] as const)
      expectRefusal(
        await (formatType ? reader.post(path(title), { formatType }) : reader.get(path(title))),
        'TitleNotCheckedOut',
      );
});

test('a loan of a title without formats has no way to its content, and offers none', async () => {
  const { patron, title } = await borrowed([]);
  const { body } = await patron.loan(title);
  expect([body.formats, Object.keys(body.links), Object.keys(body.actions)]).toEqual([
    [],
    ['self', 'metadata'],
    ['earlyReturn'],
  ]);
  expectRefusal(await patron.get(`${formatsPath(title)}/downloadredirect`), 'PatronTitleProcessingFailed');
});

test('where no content server is named, there is no content to hand out', async () => {
  const { patron, title } = await borrowed();
  for (const path of [downloadPath(title, 'ebook-overdrive'), `${formatsPath(title)}/downloadredirect`])
    expectRefusal(await patron.get(path), 'PatronTitleProcessingFailed', 'There is no content to hand out');
});

describe('at once', () => {
  const HOLD_UP = statement(
    'test-hold-up-loan',
    'SELECT FROM checkout WHERE website_id = $1 AND reserve_id = $2 FOR UPDATE',
  );
  const END = statement('test-end-loan', 'DELETE FROM checkout WHERE website_id = $1 AND reserve_id = $2');
  const FREE = statement(
    'test-free-copy',
    'UPDATE copies SET on_loan = on_loan - 1 WHERE website_id = $1 AND reserve_id = $2',
  );

  /** Sends the requests, lets all of them read the loan and wait to write it, and only then lets go of its row. */
  async function lockAtOnce(
    { patron, title }: PatronAndTitle,
    formats: readonly string[],
    meanwhile: (typeof END)[] = [],
  ): Promise<Answer[]> {
    const { database } = library.service;
    const key = [library.websiteId, title.reserveId];
    let answers: Promise<Answer[]> | undefined;
    await database.transaction(async (connection) => {
      await connection.run(HOLD_UP, key);
      answers = Promise.all(formats.map((formatType) => patron.post(formatsPath(title), { formatType })));
      await eventually(async () =>
        expect(await statementsWaitingForLocks(database)).toHaveLength(formats.length),
      );
      for (const change of meanwhile) await connection.run(change, key);
    });
    return answers ?? [];
  }

  test('of requests that lock different formats in, exactly one wins', async () => {
    const formats = ['ebook-epub-adobe', 'ebook-kindle', 'ebook-pdf-open'];
    const loan = await borrowed(formats);
    const answers = await lockAtOnce(loan, formats);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400))
      expectRefusal(answer, 'AnotherFormatHasBeenLockedIn');
    const winner = answers.find(({ status }) => status === 201)?.body;
    const { body } = await loan.patron.loan(loan.title);
    expect(body.isFormatLockedIn).toBe(true);
    expect(body.formats).toEqual([winner]);
  });

  test('requests that lock the same format in get the same answer', async () => {
    const loan = await borrowed();
    const answers = await lockAtOnce(loan, ['ebook-kindle', 'ebook-kindle']);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  test('a loan that ends while a format is being locked in is not there', async () => {
    const [answer] = await lockAtOnce(await borrowed(), ['ebook-kindle'], [END, FREE]);
    expectRefusal(answer!, 'TitleNotCheckedOut');
  });
});
