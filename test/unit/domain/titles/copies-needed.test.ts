import fc from 'fast-check';
import { copiesNeeded, type Demand } from '../../../../src/domain/titles/copies-needed.js';

const ADULTS = { category: 'adult', collections: ['main', 'adults'] };
const CHILDREN = { category: 'child', collections: ['main'] };
const STAFF = { category: 'staff', collections: ['staff'] };

const owned = (copies: Readonly<Record<string, number>>): Map<string, number> =>
  new Map(Object.entries(copies));

test('copies that are enough need no others', () => {
  expect(copiesNeeded([{ ...ADULTS, holds: 10 }], owned({ main: 2 }), 5)).toEqual({
    ofCategories: [0],
    toBuy: [],
  });
});

test('a part of a copy is a whole one', () => {
  expect(copiesNeeded([{ ...CHILDREN, holds: 11 }], owned({ main: 2 }), 5)).toEqual({
    ofCategories: [1],
    toBuy: [{ collectionId: 'main', copies: 1 }],
  });
});

test('copies that a category may not use do not help it', () => {
  const demands = [
    { ...ADULTS, holds: 0 },
    { ...CHILDREN, holds: 6 },
  ];
  expect(copiesNeeded(demands, owned({ adults: 10 }), 3)).toEqual({
    ofCategories: [0, 2],
    toBuy: [{ collectionId: 'main', copies: 2 }],
  });
});

test('who may use several collections makes room for who may not, in any order', () => {
  const demands = [
    { ...ADULTS, holds: 5 },
    { ...CHILDREN, holds: 5 },
  ];
  const enough = owned({ main: 1, adults: 1 });
  expect(copiesNeeded(demands, enough, 5).toBuy).toEqual([]);
  expect(copiesNeeded(demands.toReversed(), enough, 5).toBuy).toEqual([]);
});

test('one copy is bought for several categories where it serves them together', () => {
  const demands = [
    { ...ADULTS, holds: 2 },
    { ...CHILDREN, holds: 2 },
    { ...STAFF, holds: 1 },
  ];
  expect(copiesNeeded(demands, owned({}), 5)).toEqual({
    ofCategories: [1, 1, 1],
    toBuy: [
      { collectionId: 'main', copies: 1 },
      { collectionId: 'staff', copies: 1 },
    ],
  });
});

test('a category without collections needs nothing: no copy could serve it', () => {
  expect(copiesNeeded([{ category: 'guest', collections: [], holds: 9 }], owned({ main: 1 }), 5)).toEqual({
    ofCategories: [0],
    toBuy: [],
  });
});

const COLLECTIONS = ['a', 'b', 'c'];
const anyDemands = fc.array(
  fc.record({
    category: fc.constantFrom('k', 'l', 'm', 'n'),
    holds: fc.integer({ min: 0, max: 40 }),
    collections: fc.subarray(COLLECTIONS),
  }),
  { maxLength: 4 },
);
const anyOwned = fc
  .tuple(...COLLECTIONS.map(() => fc.integer({ min: 0, max: 5 })))
  .map((copies) => new Map(COLLECTIONS.map((id, index) => [id, copies[index] ?? 0])));
const anyGoal = fc.integer({ min: 1, max: 7 });

/** Hall's condition, by trying all sets of categories: each must have enough copies that some of them may use. */
function isEnough(demands: readonly Demand[], copies: ReadonlyMap<string, number>, goal: number): boolean {
  const served = demands.filter(({ collections }) => collections.length > 0);
  return Array.from({ length: 2 ** served.length }, (_, bits) =>
    served.filter((__, index) => (bits >> index) & 1),
  ).every((some) => {
    const holds = some.reduce((sum, demand) => sum + demand.holds, 0);
    const usable = COLLECTIONS.filter((id) => some.some(({ collections }) => collections.includes(id)));
    return holds <= goal * usable.reduce((sum, id) => sum + (copies.get(id) ?? 0), 0);
  });
}

test('nothing is to be bought exactly when there is enough for every set of categories', () => {
  fc.assert(
    fc.property(anyDemands, anyOwned, anyGoal, (demands, copies, goal) => {
      expect(copiesNeeded(demands, copies, goal).toBuy.length === 0).toBe(isEnough(demands, copies, goal));
    }),
  );
});

test('with what is to be bought there is enough, and not with a copy less of each', () => {
  fc.assert(
    fc.property(anyDemands, anyOwned, anyGoal, (demands, copies, goal) => {
      const { toBuy } = copiesNeeded(demands, copies, goal);
      const after = (missing: number): Map<string, number> => {
        const stock = new Map(copies);
        for (const { collectionId, copies: more } of toBuy)
          stock.set(collectionId, (stock.get(collectionId) ?? 0) + more - missing);
        return stock;
      };
      expect(isEnough(demands, after(0), goal)).toBe(true);
      if (toBuy.length > 0) expect(isEnough(demands, after(1), goal)).toBe(false);
    }),
  );
});
