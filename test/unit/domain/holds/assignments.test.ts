import fc from 'fast-check';
import {
  type FreeCopies,
  type Assignment,
  assignCopies,
  type WaitingHold,
} from '../../../../src/domain/holds/queue.js';

const CATEGORIES = ['adult', 'child', 'staff', 'teen'] as const;

const collections = fc.uniqueArray(
  fc.record({
    collectionId: fc.constantFrom('annex', 'childrens', 'main', 'reference', 'small'),
    free: fc.integer({ min: 0, max: 3 }),
    categories: fc.subarray([...CATEGORIES]),
  }),
  { selector: (copies) => copies.collectionId },
);

const queue = fc.uniqueArray(
  fc.record({ ticket: fc.integer({ min: 1, max: 40 }), category: fc.constantFrom(...CATEGORIES) }),
  { selector: (hold) => hold.ticket, maxLength: 12 },
);

function mayUse(hold: WaitingHold, copies: FreeCopies): boolean {
  return copies.categories.includes(hold.category);
}

/** The copies that are still free after these assignments. */
function freeAfter(copies: readonly FreeCopies[], given: readonly Assignment[]): FreeCopies[] {
  return copies.map((entry) => {
    const taken = given.filter(({ collectionId }) => collectionId === entry.collectionId).length;
    return { ...entry, free: entry.free - taken };
  });
}

function holdOf(waiting: readonly WaitingHold[], given: Assignment): WaitingHold {
  const hold = waiting.find(({ ticket }) => ticket === given.ticket);
  if (hold === undefined) throw new Error(`No hold has ticket ${given.ticket}.`);
  return hold;
}

function forAllLibraries(
  check: (copies: FreeCopies[], waiting: WaitingHold[], given: Assignment[]) => void,
): void {
  fc.assert(
    fc.property(collections, queue, (copies, waiting) => {
      check(copies, waiting, assignCopies(copies, waiting));
    }),
    { numRuns: 500 },
  );
}

describe('for all holds and free copies', () => {
  test('nobody gets a copy that they may not use, or two copies', () => {
    forAllLibraries((copies, waiting, given) => {
      for (const one of given) {
        const source = copies.find(({ collectionId }) => collectionId === one.collectionId);
        expect(source && mayUse(holdOf(waiting, one), source)).toBe(true);
      }
      expect(new Set(given.map(({ ticket }) => ticket)).size).toBe(given.length);
    });
  });

  test('no more copies are assigned than are free', () => {
    forAllLibraries((copies, _, given) => {
      for (const { free } of freeAfter(copies, given)) expect(free).toBeGreaterThanOrEqual(0);
    });
  });

  test('no copy stays free while a hold waits that may use it', () => {
    forAllLibraries((copies, waiting, given) => {
      const served = given.map(({ ticket }) => ticket);
      const unserved = waiting.filter(({ ticket }) => !served.includes(ticket));
      const idle = freeAfter(copies, given).filter(({ free }) => free > 0);
      for (const hold of unserved) expect(idle.filter((entry) => mayUse(hold, entry))).toEqual([]);
    });
  });

  test('nobody is overtaken', () => {
    forAllLibraries((copies, waiting, given) => {
      const served = given.map(({ ticket }) => ticket);
      for (const one of given) {
        const source = copies.find(({ collectionId }) => collectionId === one.collectionId);
        const overtaken = waiting.filter(
          (hold) =>
            hold.ticket < one.ticket &&
            !served.includes(hold.ticket) &&
            source !== undefined &&
            mayUse(hold, source),
        );
        expect(overtaken).toEqual([]);
      }
    });
  });

  test('copies are assigned in the order of the tickets, whatever the order of the input', () => {
    forAllLibraries((copies, waiting, given) => {
      const tickets = given.map(({ ticket }) => ticket);
      expect(tickets).toEqual([...tickets].sort((a, b) => a - b));
      expect(assignCopies([...copies].reverse(), [...waiting].reverse())).toEqual(given);
    });
  });

  test('each hold gets a copy of the collection that the fewest categories may use', () => {
    forAllLibraries((copies, waiting, given) => {
      given.forEach((one, index) => {
        const there = freeAfter(copies, given.slice(0, index)).filter(
          (entry) => entry.free > 0 && mayUse(holdOf(waiting, one), entry),
        );
        const taken = there.find(({ collectionId }) => collectionId === one.collectionId);
        const fewest = Math.min(...there.map(({ categories }) => categories.length));
        expect(taken?.categories.length).toBe(fewest);
      });
    });
  });

  test('the input is not changed', () => {
    forAllLibraries((copies, waiting) => {
      const before = structuredClone({ copies, waiting });
      assignCopies(copies, waiting);
      expect({ copies, waiting }).toEqual(before);
    });
  });
});

describe('for example', () => {
  const main = (free: number): FreeCopies => ({
    collectionId: 'main',
    free,
    categories: ['adult', 'child'],
  });
  const adultsOnly = (free: number): FreeCopies => ({ collectionId: 'vault', free, categories: ['adult'] });

  test('nothing is assigned where nobody waits or nothing is free', () => {
    expect(assignCopies([main(3)], [])).toEqual([]);
    expect(assignCopies([main(0)], [{ ticket: 1, category: 'adult' }])).toEqual([]);
    expect(assignCopies([], [{ ticket: 1, category: 'adult' }])).toEqual([]);
  });

  test('an adult gets the copy that only adults may use, which leaves the other to the child', () => {
    const waiting = [
      { ticket: 1, category: 'adult' },
      { ticket: 2, category: 'child' },
    ];
    expect(assignCopies([main(1), adultsOnly(1)], waiting)).toEqual([
      { ticket: 1, collectionId: 'vault' },
      { ticket: 2, collectionId: 'main' },
    ]);
  });

  test('a copy that the first patron may not use goes to the first who may', () => {
    const waiting = [
      { ticket: 1, category: 'child' },
      { ticket: 2, category: 'adult' },
    ];
    expect(assignCopies([adultsOnly(1)], waiting)).toEqual([{ ticket: 2, collectionId: 'vault' }]);
  });

  test('between collections that equally many categories may use, the name decides, the same on every machine', () => {
    const copies = ['b', 'a', 'Z'].map((collectionId) => ({ collectionId, free: 1, categories: ['adult'] }));
    expect(assignCopies(copies, [{ ticket: 1, category: 'adult' }])).toEqual([
      { ticket: 1, collectionId: 'Z' },
    ]);
  });
});
