import { coverageOf, isAsAsked, judgedOf, type JudgedWait } from './coverage.js';

/** How sure one can be of the share of a town's holds that were ready in time. */

const TITLES = 20;
const HOLDS_OF_TITLE = 20;

/** A town of 400 holds. */
function likelyWhere(isReady: (title: number, hold: number) => boolean): { share: number; off: number } {
  const waits = Array.from({ length: TITLES * HOLDS_OF_TITLE }, (_, index): JudgedWait => {
    const [title, hold] = [index % TITLES, Math.floor(index / TITLES)];
    const readyOn = isReady(title, hold) ? 5 : 15;
    return { title, placedOn: 0, likelyBy: 10, latestBy: 20, lastWait: 9, simpleWait: 30, readyOn };
  });
  const { share, from, to } = coverageOf('all', waits).likely;
  return { share, off: (to - from) / 2 };
}

test('the holds of a title that come early together say no more than one hold', () => {
  const { share, off } = likelyWhere((title) => title % 2 === 0);
  expect(share).toBe(0.5);
  // Of twenty independent titles: 1.96 × 0.5 ÷ √19.
  expect(off).toBeCloseTo(0.225, 3);
});

test('independent holds say as much as their number', () => {
  const { share, off } = likelyWhere((_, hold) => hold % 2 === 0);
  expect(share).toBe(0.5);
  // Of 400 independent holds: 1.96 × 0.5 ÷ √400.
  expect(off).toBeCloseTo(0.049, 3);
});

test('one title says nothing of others', () => {
  const wait = { title: 1, placedOn: 0, likelyBy: 10, latestBy: 20, lastWait: 9, simpleWait: 30, readyOn: 5 };
  expect(coverageOf('all', [wait, wait]).likely).toEqual({ share: 1, from: 0, to: 1 });
});

test.each([
  ['within the bounds', { share: 0.52, from: 0.5, to: 0.54 }, true],
  ['out of them, as far as chance may take it', { share: 0.6, from: 0.54, to: 0.66 }, true],
  ['further than chance takes it', { share: 0.6, from: 0.56, to: 0.64 }, false],
  ['far off, though few titles tell of it', { share: 0.66, from: 0.4, to: 0.92 }, false],
])('a share is %s', (_, share, isGood) => {
  expect(isAsAsked(share, 'likely')).toBe(isGood);
});

test('who waits while the library changes its rules is not judged', () => {
  const told = [0, 12, 20].map((placedOn) => ({
    ...{ title: 1, placedOn, likelyBy: placedOn + 5, latestBy: placedOn + 10, readyOn: placedOn + 4 },
    ...{ lastWait: 9, simpleWait: 30 },
  }));
  expect(judgedOf(told, 30, 15).map(({ placedOn }) => placedOn)).toEqual([0, 20]);
});
