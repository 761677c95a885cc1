import { conductOf, SEEN, seen, share } from './conduct-seen.js';

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

  test('a second pickup is drawn from second ones, or, of fewer than 20, from first ones', () => {
    const missed = { after: 72, isBorrowed: false };
    const secondPickups = (count: number): unknown[] => {
      const conduct = conductOf([...SEEN, seen('pickup-again', 20, count)])!;
      expect(conduct.pickUp({ hours: 72, left: 72 })).toMatchObject({ isBorrowed: true });
      return often(() => conduct.pickUp({ hours: 72, left: 72 }, true));
    };
    expect(secondPickups(20)).toEqual(Array(2000).fill(missed));
    for (const pickup of secondPickups(19)) expect(pickup).toMatchObject({ isBorrowed: true });
  });

  test('is nothing below 50 observations; few of a kind are taken together with others', () => {
    expect(conductOf([])).toBeUndefined();
    expect(conductOf([seen('loan', 10, 49), seen('pickup', 3, 60)])).toBeUndefined();
    expect(conductOf([seen('loan', 10, 50), seen('pickup', 3, 49)])).toBeUndefined();
    const others = [seen('loan', 5, 40, { formatClass: 'Audiobook' }), seen('loan', 10, 49, { period: 7 })];
    expect(conductOf([...SEEN, ...others])!.returnLoan({ hours: 100, left: 40 })).toBe(40);
    const pooled = conductOf([seen('loan', 5, 40, { formatClass: 'Video' }), ...others, SEEN[2]!])!;
    const loans = often(() => pooled.returnLoan({ hours: 100, left: 100 }));
    expect(share(loans, (hours) => hours === 100)).toBeCloseTo(49 / 129, 1);
  });

  test('holds are removed as often in an hour of waiting as was seen', () => {
    expect(conductOf(SEEN)!.giveUp()).toBe(Infinity);
    const waits = [seen('waiting', 0, 75, { amount: 6000 }), seen('waiting', 1, 25, { amount: 4000 })];
    const conduct = conductOf([...SEEN, ...waits])!;
    const hours = often(() => conduct.giveUp());
    expect(hours.reduce((sum, each) => sum + each, 0) / hours.length / 400).toBeCloseTo(1, 1);
  });
});
