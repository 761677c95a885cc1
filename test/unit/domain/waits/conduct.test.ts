import type { Conduct } from '../../../../src/domain/waits/conduct.js';
import type { ObservationCount } from '../../../../src/domain/waits/observation.js';
import { conductOf, learnedFrom, numbersOf, SEEN, seen, share } from './conduct-seen.js';

/** What has been learned of a library's patrons, from what was counted. */

describe('what has been learned of patrons', () => {
  const often = <Value>(draw: () => Value): Value[] => Array.from({ length: 2000 }, draw);

  test('is drawn as often as it was seen, and the same for the same seed', () => {
    const conduct = conductOf(SEEN)!;
    const loans = often(() => conduct.returnLoan({ hours: 100, left: 100 }));
    expect(share(loans, (hours) => hours === 100)).toBeCloseTo(0.5, 1);
    expect(share(loans, (hours) => hours < 10)).toBeCloseTo(0.5, 1);
    const again = conductOf(SEEN)!;
    expect(often(() => again.returnLoan({ hours: 100, left: 100 }))).toEqual(loans);
    for (const { after, isBorrowed } of often(() => conduct.pickUp({ hours: 72, left: 72 }))) {
      expect(isBorrowed).toBe(true);
      expect(after).toBeGreaterThanOrEqual(8);
      expect(after).toBeLessThanOrEqual(12);
    }
  });

  test('knows that what lasts already was not short', () => {
    const conduct = conductOf(SEEN)!;
    expect(often(() => conduct.returnLoan({ hours: 100, left: 60 }))).toEqual(Array(2000).fill(60));
    // No pickup lasted so long: it takes all of its time, and is missed.
    expect(conduct.pickUp({ hours: 72, left: 20 })).toEqual({ after: 20, isBorrowed: false });
  });

  test('a copy that was not picked up is free at the end; one that was given up, before it', () => {
    const missed = conductOf([...SEEN.slice(0, 2), seen('pickup', 20, 50)])!;
    expect(missed.pickUp({ hours: 72, left: 72 })).toEqual({ after: 72, isBorrowed: false });
    const given = conductOf([...SEEN.slice(0, 2), seen('pickup', 21, 25), seen('pickup', 22, 25)])!;
    for (const { after, isBorrowed } of often(() => given.pickUp({ hours: 72, left: 72 }))) {
      expect(isBorrowed).toBe(false);
      expect(after).toBeLessThan(72);
    }
  });

  test('a second pickup is drawn from second ones, and what is missing to 20 of them from first ones', () => {
    const missed = { after: 72, isBorrowed: false };
    const secondPickups = (count: number): unknown[] => {
      const conduct = conductOf([...SEEN, seen('pickup-again', 20, count)])!;
      expect(conduct.pickUp({ hours: 72, left: 72 })).toMatchObject({ isBorrowed: true });
      return often(() => conduct.pickUp({ hours: 72, left: 72 }, true));
    };
    expect(secondPickups(20)).toEqual(Array(2000).fill(missed));
    const isMissed = (pickup: unknown): boolean => JSON.stringify(pickup) === JSON.stringify(missed);
    expect(share(secondPickups(15), isMissed)).toBeCloseTo(0.75, 1);
    expect(secondPickups(0).filter(isMissed)).toEqual([]);
  });

  test('is nothing below 50 observations; what is missing to 50 of a kind is taken from others', () => {
    expect(conductOf([])).toBeUndefined();
    expect(conductOf([seen('loan', 10, 49), seen('pickup', 3, 60)])).toBeUndefined();
    expect(conductOf([seen('loan', 10, 50), seen('pickup', 3, 49)])).toBeUndefined();
    const others = [seen('loan', 5, 40, { formatClass: 'Audiobook' }), seen('loan', 10, 49, { period: 7 })];
    expect(conductOf([...SEEN, ...others])!.returnLoan({ hours: 100, left: 40 })).toBe(40);
    const pooled = conductOf([seen('loan', 5, 40, { formatClass: 'Video' }), ...others, SEEN[2]!])!;
    const loans = often(() => pooled.returnLoan({ hours: 100, left: 100 }));
    // 49 of 50 are of the same class.
    expect(share(loans, (hours) => hours === 100)).toBeCloseTo(49 / 50, 1);
  });

  const keptByOwn = (ended: readonly number[], running: { hours: number; left: number }[] = []): number => {
    const conduct = conductOf(SEEN, { ownLoans: { ended, running } })!;
    return share(
      often(() => conduct.returnLoan({ hours: 100, left: 100 })),
      (hours) => hours === 100,
    );
  };
  const toTheEnd = (count: number): number[] => [...Array<number>(10).fill(0), count];

  test('a title’s own loans count beside those of its class, and the more of them the more', () => {
    expect(keptByOwn([])).toBeCloseTo(0.5, 1);
    expect(keptByOwn(toTheEnd(8))).toBeCloseTo(0.75, 1);
    expect(keptByOwn(toTheEnd(800))).toBeGreaterThan(0.99);
  });

  test('of a title’s loans that have begun together, those that run are not short', () => {
    const running = Array<{ hours: number; left: number }>(40).fill({ hours: 100, left: 30 });
    // 40 of 80 have ended in the first tenth; without those that run, 44 of 48.
    expect(keptByOwn([40], running)).toBeCloseTo(0.5, 1);
    expect(keptByOwn([40])).toBeCloseTo(4 / 48, 1);
  });

  test('holds are removed as often in an hour of waiting as was seen', () => {
    expect(conductOf(SEEN)!.giveUp()).toBe(Infinity);
    const ended = [seen('waiting', 0, 75, { amount: 6000 }), seen('waiting', 1, 25, { amount: 4000 })];
    expect(conductOf([...SEEN, ...ended])!.giveUp()).toBe(Infinity);
    // Those that wait still have waited longest, and were not removed.
    const conduct = conductOf([...SEEN, ...ended, seen('waiting', 2, 4000, { amount: 100_000 })])!;
    const hours = often(() => conduct.giveUp());
    expect(hours.reduce((sum, each) => sum + each, 0) / hours.length / 4000).toBeCloseTo(1, 1);
  });

  test('is drawn round what was seen where titles may differ, and the less was seen the further', () => {
    const meanOf = (counts: readonly ObservationCount[], random: () => number): number => {
      const conduct = conductOf(counts, { isDoubtful: true }, random)!;
      const hours = Array.from({ length: 300 }, () => conduct.giveUp());
      return hours.reduce((sum, each) => sum + each, 0) / hours.length;
    };
    const spread = (removed: number): number => {
      const random = numbersOf(5);
      const waits = [
        seen('waiting', 0, 60),
        seen('waiting', 1, removed),
        seen('waiting', 2, 1, { amount: removed * 400 }),
      ];
      const logs = Array.from({ length: 200 }, () => Math.log(meanOf([...SEEN, ...waits], random) / 400));
      return Math.sqrt(logs.reduce((sum, each) => sum + each ** 2, 0) / logs.length);
    };
    expect(spread(10_000)).toBeCloseTo(0.25, 1);
    expect(spread(4)).toBeGreaterThan(0.45);
  });

  describe('of what the library buys', () => {
    const days = (bucket: number, count: number): ObservationCount => seen('waited-for', bucket, count);
    const bought = (bucket: number, copies: number, members: object = {}): ObservationCount =>
      seen('bought', bucket, 1, { amount: copies, ...members });
    const OWN = { copies: 0, days: 0 };
    const meanDays = (conduct: Conduct, holds: number, copies: number): number => {
      const hours = often(() => conduct.buy(holds, copies));
      return hours.reduce((sum, each) => sum + each, 0) / hours.length / 24;
    };
    const buying = (...counts: ObservationCount[]): Conduct =>
      conductOf([...SEEN, ...counts], { buying: OWN })!;

    test('copies come as often on a day as for titles with as many holds for each copy', () => {
      const conduct = buying(days(0, 500), days(4, 100), bought(4, 3), bought(4, 2));
      expect(meanDays(conduct, 7, 2) / 20).toBeCloseTo(1, 1);
      expect(meanDays(conduct, 1, 4)).toBeGreaterThan(5_000);
    });

    test('where so many holds for each copy were never seen, they come as with the next fewer or more', () => {
      const conduct = buying(days(0, 500), days(4, 100), bought(4, 3), bought(4, 2));
      expect(meanDays(conduct, 60, 1) / 21).toBeCloseTo(1, 1);
      expect(learnedFrom(SEEN)!.isBought(60, 1, OWN)).toBe(false);
    });

    test('what is forgotten in a night changes hardly anything', () => {
      const KEPT = 0.996;
      const after = (nights: number): number => {
        const kept = KEPT ** nights;
        const counts = [...SEEN, days(4, 100 * kept), bought(4, 3 * kept)];
        const own = { copies: 3 * kept, days: 60 * kept };
        return meanDays(conductOf(counts, { buying: own })!, 60, 1);
      };
      for (let nights = 0; nights < 360; nights += 30)
        expect(Math.abs(after(nights + 1) / after(nights) - 1)).toBeLessThan(0.01);
    });

    test('copies that come back after they were taken away are not bought', () => {
      const taken = bought(4, -10);
      expect(meanDays(buying(days(4, 100), taken, bought(4, 15)), 7, 2) / 20).toBeCloseTo(1, 1);
      expect(buying(days(4, 100), taken, bought(4, 9)).buy(7, 2)).toBe(Infinity);
    });

    test('a class is moved towards all classes, the less was bought of it the more', () => {
      const others = [
        seen('waited-for', 4, 300, { formatClass: 'Video' }),
        bought(4, 8, { formatClass: 'Video' }),
      ];
      // Two and a half copies in 120 days: one in 40 days of all classes counts as half a copy.
      expect(meanDays(buying(days(4, 100), bought(4, 2), ...others), 7, 2) / 48).toBeCloseTo(1, 1);
    });

    test('counts most of the title itself, once it has been waited for', () => {
      const counts = [...SEEN, days(4, 100), bought(4, 5)];
      const after = (copies: number, wanted: number): number =>
        meanDays(conductOf(counts, { buying: { copies, days: wanted } })!, 7, 2);
      // One in 20 days of the class counts as half a copy in ten days.
      expect(after(10, 70) / (80 / 10.5)).toBeCloseTo(1, 1);
      expect(after(0, 70) / 160).toBeCloseTo(1, 1);
    });

    test('is left out unless it is asked for', () => {
      expect(conductOf([...SEEN, days(4, 100), bought(4, 5)])!.buy(7, 2)).toBe(Infinity);
    });
  });
});
