import {
  type CountedLicence,
  endedCopies,
  holdsToTakeBack,
  promisedUntil,
} from '../../../../src/domain/holds/licence-end.js';

const licence = (members: Partial<CountedLicence>): CountedLicence => ({
  collectionId: 'main',
  licenceId: 'year',
  isCounted: true,
  isHoldable: true,
  endsAt: null,
  room: 1,
  ...members,
});

describe('what licences no longer give', () => {
  const ends = new Date('2026-12-31');
  test.each<[string, CountedLicence[], CountedLicence[], number]>([
    ['nothing, while they run', [licence({})], [licence({ room: 0 })], 0],
    ['what an ended one had left', [licence({ room: 3 })], [licence({ room: 3, isCounted: false })], 3],
    ['what a removed one had left', [licence({ room: 3 })], [], 3],
    ['less, as another begins', [licence({ room: 3 })], [licence({ licenceId: 'next', room: 2 })], 1],
    ['nothing, as one begins', [licence({ isCounted: false })], [licence({})], -1],
    ['nothing, as its copies become Lucky Day copies', [licence({})], [licence({ isHoldable: false })], 0],
    ['nothing of Lucky Day copies', [licence({ isHoldable: false })], [], 0],
    ['nothing of other collections', [licence({ collectionId: 'adults' })], [], 0],
  ])('%s', (_name, before, after, number) => {
    expect(endedCopies('main', before, after).number).toBe(number);
  });

  test('the ends that were promised are those of the ended ones', () => {
    const before = [
      licence({ endsAt: ends }),
      licence({ licenceId: 'stays', endsAt: new Date('2027-12-31') }),
    ];
    expect(endedCopies('main', before, before.slice(1)).ends).toEqual([ends]);
  });
});

describe('how many holds wait again', () => {
  test.each([
    ['none, while copies are free', { owned: 3, onLoan: 0, setAside: 1 }, 2, 0],
    ['those without a copy', { owned: 3, onLoan: 0, setAside: 3 }, 2, 2],
    ['those without a copy beside the free ones', { owned: 3, onLoan: 0, setAside: 2 }, 2, 1],
    ['none for copies that were too few before', { owned: 0, onLoan: 0, setAside: 2 }, 0, 0],
    [
      'no more than the licence had, where copies were too few before',
      { owned: 1, onLoan: 0, setAside: 3 },
      1,
      1,
    ],
    ['no more than are ready', { owned: 5, onLoan: 4, setAside: 1 }, 5, 1],
    ['none, where more begin than end', { owned: 1, onLoan: 0, setAside: 1 }, -1, 0],
  ])('%s', (_name, use, lost, expected) => {
    expect(holdsToTakeBack(use, lost)).toBe(expected);
  });
});

describe('until when a copy can be promised', () => {
  const ending = [
    { until: 'soon', copies: 1 },
    { until: 'later', copies: 2 },
  ];
  test.each([
    [0, null],
    [1, 'later'],
    [2, 'later'],
    [3, 'soon'],
    [4, 'soon'],
  ])('the one after %i others: %s', (place, until) => {
    expect(promisedUntil(place, 1, ending)).toBe(until);
  });

  test('without a limit, where no licence ends', () => expect(promisedUntil(0, 0, [])).toBeNull());
});
