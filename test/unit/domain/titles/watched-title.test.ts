import { newsFor, type Watcher } from '../../../../src/domain/watched-title.js';

const watcher = (patronId: number, others: Partial<Watcher> = {}): Watcher => ({
  ...{ patronId, canBeTold: true, wasOwned: true, isOwned: true, free: 0, isTold: false },
  ...others,
});
const news = (watchers: readonly Watcher[], told = 0, somebodyWaits = false): [number, string][] =>
  newsFor(watchers, { told, somebodyWaits }).map(([{ patronId }, what]) => [patronId, what]);

test('of each free copy one watcher is told a day, in their order', () => {
  const three = [1, 2, 3].map((patronId) => watcher(patronId, { free: 2 }));
  expect(news(three)).toEqual([
    [1, 'watched-free'],
    [2, 'watched-free'],
  ]);
  expect(news(three, 1)).toEqual([[1, 'watched-free']]);
  expect(news(three, 2)).toEqual([]);
  expect(news([watcher(1, { free: 2, isTold: true }), watcher(2, { free: 2 })], 1)).toEqual([
    [2, 'watched-free'],
  ]);
});

test.each<[string, Partial<Watcher>, boolean, [number, string][]]>([
  ['while somebody waits', { free: 1 }, true, []],
  ['without an address', { free: 1, canBeTold: false }, false, []],
  ['of copies for others', { free: 0 }, false, []],
  ['of a title that is bought', { wasOwned: false }, true, [[1, 'watched-bought']]],
  ['of a title that is bought and free', { wasOwned: false, free: 1 }, false, [[1, 'watched-bought']]],
  ['of a title that is gone', { isOwned: false }, false, [[1, 'watched-gone']]],
  ['of a title that never was there', { isOwned: false, wasOwned: false }, false, []],
])('what a watcher is told %s', (_, others, somebodyWaits, told) => {
  expect(news([watcher(1, others)], 0, somebodyWaits)).toEqual(told);
});

test('who is told that a title is bought counts as told of its copy', () => {
  expect(news([watcher(1, { wasOwned: false, free: 1 }), watcher(2, { free: 1 })])).toEqual([
    [1, 'watched-bought'],
  ]);
});
