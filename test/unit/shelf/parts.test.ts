import {
  fieldAtFault,
  needsDecision,
  needsForm,
  presetOf,
  valuesOf,
} from '../../../src/shelf/browser/actions/fields.js';
import { offersOf } from '../../../src/shelf/browser/actions/offers.js';
import { inWords, wordsOfAction } from '../../../src/shelf/browser/actions/words.js';
import { lossInWords, toldInWords, waitInWords } from '../../../src/shelf/browser/holds/condition.js';
import { expand, reachable } from '../../../src/shelf/browser/http/addresses.js';
import { asCurl } from '../../../src/shelf/browser/http/exchange.js';
import { type ActionField, type Actions, actionsOf } from '../../../src/shelf/browser/http/records.js';
import { draftOf, keepDraft, noteDraft } from '../../../src/shelf/browser/session/drafts.js';
import { periodsOf } from '../../../src/shelf/browser/settings/periods.js';
import { availabilityInWords } from '../../../src/shelf/browser/search/availability.js';
import { dateAfter, daysUntil, timeLeft } from '../../../src/shelf/browser/times.js';
import { movedAddress, searchIn, viewAddress, viewIn } from '../../../src/shelf/browser/views.js';
import { catalog } from '../../../src/shelf/words/en.js';
import { say, speak } from '../../../src/shelf/browser/words/say.js';

beforeAll(() => speak(catalog, 'en-GB'));

const RESERVE_ID: ActionField = { name: 'reserveId', type: 'text', value: 'a-title', optional: false };
const EMAIL: ActionField = { name: 'emailAddress', type: 'text', optional: false };
const FORMAT: ActionField = { name: 'formatType', type: 'text', options: ['epub', 'pdf'], optional: true };
const DAYS: ActionField = { name: 'days', type: 'number', value: '7', options: ['7', '14'], optional: false };

test('a form has the fields that somebody decides about', () => {
  expect([RESERVE_ID, EMAIL, FORMAT, DAYS].filter(needsDecision)).toEqual([EMAIL, FORMAT, DAYS]);
});

test('what is sent is what was decided, or preset where nobody decides; empty is left out', () => {
  const decided = { reserveId: 'another', emailAddress: 'me@example.org', formatType: '', days: '14' };
  expect(valuesOf([RESERVE_ID, EMAIL, FORMAT, DAYS], decided)).toEqual({
    reserveId: 'a-title',
    emailAddress: 'me@example.org',
    days: '14',
  });
});

test('a date that was there and is emptied is sent, so that it is taken away', () => {
  const [none, some]: ActionField[] = [
    { name: 'day', type: 'date', optional: true },
    { name: 'day', type: 'date', value: '2026-12-24', optional: true },
  ];
  expect([none, some].map((field) => valuesOf([field!], { day: '' }))).toEqual([{}, { day: '' }]);
});

test('an input begins with the value of the answer, else with what is known of the patron', () => {
  const known = { emailAddress: 'last@example.org', formatType: 'epub' };
  expect([EMAIL, FORMAT, DAYS].map((field) => presetOf(field, known))).toEqual([
    'last@example.org',
    'epub',
    '7',
  ]);
  expect(presetOf({ name: 'kind', type: 'text', options: ['one', 'two'] }, {})).toBe('one');
});

test('a refusal belongs to the field that its message or its code names', () => {
  const fields = [FORMAT, EMAIL];
  const at = (code: string, detail: string): string | undefined => fieldAtFault(fields, { code, detail });
  expect(at('InvalidFieldValue', 'formatType must be one of these.')).toBe('formatType');
  expect(at('InvalidEmailAddress', 'This is no address.')).toBe('emailAddress');
  expect(at('NoCopiesAvailable', 'No copy is free.')).toBeUndefined();
});

test('what was typed when a session ended is there for the same patron and form, until they are left', () => {
  const values = { emailAddress: 'half' };
  const typeIn = (): void => noteDraft({ patronId: 1, form: 'a', values });
  typeIn();
  expect(draftOf('a', 1)).toBeUndefined();
  keepDraft(true);
  noteDraft(undefined);
  expect([draftOf('a', 1), draftOf('a', 2), draftOf('b', 1)]).toEqual([values, undefined, undefined]);
  // Another patron, who signs out by hand.
  keepDraft(false);
  expect(draftOf('a', 1)).toBeUndefined();
  typeIn();
  noteDraft(undefined);
  keepDraft(true);
  expect(draftOf('a', 1)).toBeUndefined();
});

test('actions are found in an object and in an array', () => {
  const action = { href: 'https://example.org/x', method: 'post' };
  expect(actionsOf({ actions: { a: action, b: action } }).map(([name]) => name)).toEqual(['a', 'b']);
  expect(actionsOf({ actions: [{ a: action }, { a: action }] })).toHaveLength(2);
  expect(actionsOf({})).toEqual([]);
});

test('patrons with whom the library deals no more are offered what is open to them', () => {
  const action = { href: 'https://example.org/x', method: 'post' };
  const names = ['checkout', 'hold', 'addSuspension', 'choosePace', 'removeHold', 'earlyReturn'];
  const of = { actions: Object.fromEntries(names.map((each) => [each, action])) };
  const patron = { patronId: 1, websiteId: 37, holdLimit: 1, checkoutLimit: 1, lendingPeriods: [] };
  const offered = (standing: object): string[] =>
    offersOf(of, { ...patron, ...standing }).map(({ actionName }) => actionName);
  expect(offered({ isExpired: false })).toHaveLength(names.length);
  expect(offered({ isExpired: true })).toEqual(['removeHold', 'earlyReturn']);
  expect(offered({ blocked: { reason: 'A lost book.' } })).toEqual(['removeHold', 'earlyReturn']);
});

test('a format is asked for only where there is more than one, and the only one is sent', () => {
  const chosen = (options: string[]): unknown[] => {
    const fields = [{ name: 'formatType', type: 'text' as const, options, optional: false }];
    const action = { href: 'https://example.org/x', method: 'post', fields };
    return [needsForm({ actionName: 'format', action }), valuesOf(fields, {})];
  };
  expect(chosen(['epub'])).toEqual([false, { formatType: 'epub' }]);
  expect(chosen(['epub', 'pdf'])).toEqual([true, {}]);
});

test('a box that is not ticked says no, if the service needs an answer', () => {
  const box = (optional: boolean): ActionField[] => [
    { name: 'daily', type: 'text', value: 'true', options: ['false', 'true'], optional },
  ];
  expect(valuesOf(box(false), {})).toEqual({ daily: 'false' });
  expect(valuesOf(box(true), {})).toEqual({});
});

test('a form for a lending period begins with the days in effect, which its action does not preset', () => {
  const href = 'https://example.org/me';
  const offer = (formatClass: string): Actions => ({
    edit: {
      href,
      method: 'PUT',
      fields: [
        { name: 'formatClass', type: 'text', value: formatClass },
        { name: 'days', type: 'number', options: ['7', '14', '21'] },
      ],
    },
  });
  const patron = {
    patronId: 1,
    websiteId: 37,
    holdLimit: 1,
    checkoutLimit: 1,
    actions: ['eBook', 'Video', 'Scroll'].map(offer),
  };
  const lendingPeriods = [
    { formatType: 'Video', lendingPeriod: 7 },
    { formatType: 'eBook', lendingPeriod: 14 },
  ];
  const periods = periodsOf({ ...patron, lendingPeriods });
  expect(periods).toMatchObject([
    {
      formatType: 'eBook',
      days: 14,
      name: 'edit',
      action: { fields: [{ value: 'eBook' }, { value: '14' }] },
    },
    { formatType: 'Video', days: 7, name: 'edit', action: { fields: [{ value: 'Video' }, { value: '7' }] } },
  ]);
});

test('what the page has never seen is called by its own name', () => {
  expect(wordsOfAction('renewForAWeek')).toEqual({ label: 'Renew for aWeek', done: 'Done.' });
  expect([inWords('dueDate'), inWords('ebook-epub-open')]).toEqual(['Due date', 'Ebook epub open']);
});

test('one is not many', () => {
  expect([0, 1, 2, 21].map((count) => say('holdsSuspended', { count }))).toEqual([
    '0 holds are suspended.',
    '1 hold is suspended.',
    '2 holds are suspended.',
    '21 holds are suspended.',
  ]);
});

test.each([
  ['2026-11-25T10:00:00Z', 'in 3 days'],
  // Seven days that were asked for a moment ago, and a day's end.
  ['2026-11-29T09:59:30Z', 'in 7 days'],
  ['2026-11-28T22:59:00Z', 'in 6 days'],
  ['2026-11-23T11:30:00Z', 'in 1 day'],
  ['2026-11-22T12:59:00Z', 'in 2 hours'],
  ['2026-11-22T10:05:30Z', 'in 5 minutes'],
  ['2026-11-22T09:00:00Z', 'in 0 minutes'],
])('until %s it is %s', (end, expected) => {
  expect(timeLeft(end, new Date('2026-11-22T10:00:00Z'))).toBe(expected);
});

test('a date is so many days away, whatever the clock says', () => {
  for (const now of ['2026-12-31T00:30:00', '2026-12-31T23:30:00'].map((each) => new Date(each))) {
    expect([dateAfter(7, now), daysUntil('2027-01-07', now)]).toEqual(['2027-01-07', 7]);
    expect([daysUntil('2026-12-31', now), daysUntil('2026-03-01', now)]).toEqual([0, -305]);
  }
});

test('a hold without a copy says whether it stays, or when it ends', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  expect(lossInWords({}, now)).toBe(say('noCopyLeft'));
  expect(lossInWords({ holdEnds: '2027-01-21T10:00:00Z' }, now)).toContain('ends on 21 Jan 2027,');
});

test('an address of the service is reached where the page came from, any other as it is', () => {
  const own = ['https://holds.example.org/api', 'https://catalog.example.org'];
  const at = (href: string): string => reachable(href, own, 'http://127.0.0.1:1/x');
  expect(at('https://holds.example.org/api/v1/a?b=c')).toBe('http://127.0.0.1:1/x/v1/a?b=c');
  expect(at('https://catalog.example.org/d')).toBe('http://127.0.0.1:1/x/d');
  expect(at('https://catalog.example.org.evil.org/d')).toBe('https://catalog.example.org.evil.org/d');
});

test('a template is filled in, and what has no value stays empty', () => {
  expect(expand('https://example.org/?q={keyword}&limit={limit}', { keyword: 'a&b ü' })).toBe(
    'https://example.org/?q=a%26b%20%C3%BC&limit=',
  );
});

test('a command has the token as a variable, and its quotes do not end early', () => {
  const sent = { fields: [{ name: 'emailAddress', value: "o'hara@example.org" }] };
  expect(asCurl({ method: 'PUT', url: 'https://example.org/h', sent }).replaceAll(' \\\n  ', ' ')).toBe(
    `curl -X PUT 'https://example.org/h' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' ` +
      `-d '{"fields":[{"name":"emailAddress","value":"o'\\''hara@example.org"}]}'`,
  );
});

test('a wait is told with both days, with one in the worst case, and with the year where it is another', () => {
  const now = new Date(2026, 10, 23, 12);
  const at = (month: number, dayOfMonth: number): string =>
    new Date(2026, month, dayOfMonth, 12).toISOString();
  const words = (likelyBy: string, latestBy: string): string | undefined =>
    waitInWords({ likelyBy, latestBy }, now);
  expect(words(at(11, 12), at(12, 3))).toMatch(
    /^Likely by [^.]*\b12\b[^.]*; at the latest, nine times in ten, by [^.]*2027\.$/,
  );
  expect(words(at(11, 12), at(11, 12))).toMatch(/^Expected by (?!.*2026)[^.]*, often sooner\.$/);
  expect(words(at(11, 12), at(11 + 13, 1))).toMatch(/^Likely by [^.]*; it may take more than a year\.$/);
  expect(words(at(11 + 13, 1), at(11 + 14, 1))).toBe('It may take more than a year.');
  expect(waitInWords(undefined, now)).toBeUndefined();
});

test.each([
  ['mail', 'me@example.org', 'Mail to me@example.org'],
  ['mail', '', 'No mail when it is ready.'],
  [undefined, '', 'No mail when it is ready.'],
  ['text', '', 'Text message when it is ready.'],
  // Who chooses text messages alone gets no mail, whatever the address.
  ['text', 'me@example.org', 'Text message when it is ready.'],
  ['both', '', 'Text message when it is ready.'],
  ['both', 'me@example.org', 'Mail to me@example.org'],
] as const)('who is told by %s, with the address "%s", reads "%s"', (by, address, words) => {
  expect(toldInWords(address, by)).toBe(words);
});

test('a title has so many free copies, or is always available, whatever its numbers are', () => {
  const found = { id: 'a-title', copiesOwned: 5, copiesAvailable: 2, numberOfHolds: 0 };
  const words = (availabilityType: string): object =>
    availabilityInWords({ ...found, availabilityType }, new Date('2026-11-22T10:00:00Z'));
  expect(words('Normal')).toEqual({ pill: 'Available now', text: '2 of 5 available' });
  expect(words('AlwaysAvailable')).toEqual({ pill: 'Always available' });
});

describe('the address of a view', () => {
  const SHELF = 'https://example.org/x/shelf/main-1.js';
  const to = (page: string, ...rest: [view: 'loans' | 'search', asked?: Record<string, string>]): string =>
    viewAddress(SHELF, `https://example.org/x/${page}`, ...rest).replace('https://example.org/x/', '');

  test('is below the shelf’s, and keeps the library and the language', () => {
    expect(to('shelf', 'loans')).toBe('shelf/loans');
    expect(to('shelf/search?q=emma&sort=title&lang=fr&library=37', 'loans')).toBe(
      'shelf/loans?library=37&lang=fr',
    );
  });

  test('has what a search asks for, and gives it back', () => {
    const asked = { keyword: 'a&b ü', sort: 'title', formats: '' };
    const address = to('shelf?lang=fr', 'search', asked);
    expect(address).toBe('shelf/search?lang=fr&q=a%26b+%C3%BC&sort=title');
    expect(searchIn(`https://example.org/${address}`)).toEqual({ keyword: 'a&b ü', sort: 'title' });
  });

  test('asks for everything with no words, and for nothing without a search', () => {
    expect(to('shelf', 'search', {})).toBe('shelf/search?q=');
    expect(searchIn('https://example.org/shelf/search?q=')).toEqual({ keyword: '' });
    expect(searchIn('https://example.org/shelf/search?lang=fr')).toBeUndefined();
    expect(searchIn('https://example.org/shelf?q=emma')).toBeUndefined();
  });

  test.each([
    ['shelf#?keyword=emma&sort=title', 'shelf/search?q=emma&sort=title'],
    ['shelf/?library=37#?keyword=', 'shelf/search?library=37&q='],
    ['shelf#loans', 'shelf/loans'],
    ['shelf#elsewhere', undefined],
    ['shelf', undefined],
    ['shelf/search?q=emma#holds', undefined],
  ])('of former times, %s, leads to %s', (page, expected) => {
    const moved = movedAddress(SHELF, `https://example.org/x/${page}`);
    expect(moved).toBe(expected && `https://example.org/x/${expected}`);
  });

  test('names the view', () => {
    expect(viewIn('https://example.org/shelf/loans?x')).toBe('loans');
    expect(viewIn('https://example.org/shelf/')).toBeUndefined();
  });
});
