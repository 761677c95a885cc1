import type { Hold } from '../../../../src/domain/holds/hold.js';
import { waitIfReleased, waitOfHold, waitUntil } from '../../../../src/domain/waits/estimated-wait.js';

/** What an answer says of when a hold becomes ready. */

describe('the estimate', () => {
  const NOW = new Date('2026-11-22T10:30:00Z');
  const WAITING: Hold = {
    ticket: 1,
    emailAddress: null,
    placedAt: NOW,
    suspension: null,
    pickup: null,
    missedPickups: 0,
  };
  const expected = { by: new Date('2026-11-25T10:00:00Z'), likelyBy: undefined, gapHours: 48 };

  test('of a waiting hold is the time of its ticket', () => {
    expect(waitOfHold(WAITING, expected, NOW)).toEqual({
      days: 3,
      likelyBy: expected.by,
      latestBy: expected.by,
      latestDays: 3,
      basis: 'worst-case',
    });
  });

  test('of a hold that is suspended until a day begins with its return', () => {
    const suspendedUntil = (until: string): Hold => ({
      ...WAITING,
      suspension: { type: 'limited', until: new Date(until) },
    });
    const by = (until: string): Date => waitOfHold(suspendedUntil(until), expected, NOW)!.likelyBy;
    expect(by('2026-12-01T00:00:00Z')).toEqual(new Date('2026-12-03T00:00:00Z'));
    expect(by('2026-11-23T00:00:00Z')).toEqual(expected.by);
  });

  test('of a hold whose patron wants no other copy before a time begins with that time', () => {
    const wait = (roomAt: string): unknown => waitOfHold(WAITING, expected, NOW, new Date(roomAt))?.latestBy;
    expect(wait('2026-12-01T00:00:00Z')).toEqual(new Date('2026-12-03T00:00:00Z'));
    expect(wait('2026-11-23T00:00:00Z')).toEqual(expected.by);
  });

  test('from what has been learned is told as likely and as latest, also after a suspension', () => {
    const likelyBy = new Date('2026-11-23T10:00:00Z');
    const learned = { ...expected, likelyBy };
    expect(waitOfHold(WAITING, learned, NOW)).toEqual({
      days: 1,
      likelyBy,
      latestBy: expected.by,
      latestDays: 3,
      basis: 'known',
    });
    const suspension = { type: 'limited' as const, until: new Date('2026-12-01T00:00:00Z') };
    expect(waitOfHold({ ...WAITING, suspension }, learned, NOW)).toMatchObject({
      likelyBy: new Date('2026-12-02T00:00:00Z'),
      latestBy: new Date('2026-12-03T00:00:00Z'),
    });
    const overtaken = waitOfHold(WAITING, learned, new Date('2026-11-24T10:00:00Z'));
    expect(overtaken).toMatchObject({ days: 1, likelyBy: new Date('2026-11-25T00:00:00Z') });
  });

  test('that reaches into times such as the library has not lived says that it is borrowed', () => {
    const learned = { ...expected, likelyBy: new Date('2026-11-23T10:00:00Z') };
    const basisFrom = (borrowedFrom: Date | undefined): string =>
      waitUntil({ ...learned, borrowedFrom }, NOW).basis;
    expect(basisFrom(new Date(expected.by.getTime() - 1))).toBe('borrowed');
    expect([undefined, expected.by].map(basisFrom)).toEqual(['known', 'known']);
    const suspension = { type: 'limited' as const, until: new Date('2026-12-01T00:00:00Z') };
    const suspended = waitOfHold({ ...WAITING, suspension }, { ...learned, borrowedFrom: expected.by }, NOW);
    expect(suspended!.basis).toBe('borrowed');
  });

  test('of a hold that its patron releases now is at least that until the next copy', () => {
    const after = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000);
    const soon = { by: after(30), likelyBy: after(20), gapHours: 48 };
    expect(waitIfReleased(soon, NOW)).toMatchObject({ likelyBy: after(24), latestBy: after(48) });
    const late = { ...soon, by: after(100), likelyBy: after(90) };
    expect(waitIfReleased(late, NOW)).toMatchObject({ likelyBy: after(90), latestBy: after(100) });
  });

  test('is missing for a ready hold, and for a suspension without an end', () => {
    const pickup = { collectionId: 'main', expiresAt: expected.by };
    expect(waitOfHold({ ...WAITING, pickup }, expected, NOW)).toBeUndefined();
    expect(waitOfHold({ ...WAITING, suspension: { type: 'indefinite' } }, expected, NOW)).toBeUndefined();
  });

  test('that is more than a year away is told as 366 days, and never the latest time before the likely one', () => {
    const years = (number: number): Date => new Date(NOW.getTime() + number * 365 * 24 * 3_600_000);
    const far = new Date(NOW.getTime() + 366 * 24 * 3_600_000);
    expect(waitUntil({ ...expected, by: years(30), likelyBy: years(20) }, NOW)).toEqual({
      days: 366,
      likelyBy: far,
      latestBy: far,
      latestDays: 366,
      basis: 'known',
    });
    const { likelyBy, latestBy } = waitUntil({ ...expected, by: years(0.1), likelyBy: years(0.2) }, NOW);
    expect(likelyBy).toEqual(latestBy);
  });

  test('that time has overtaken is today', () => {
    expect(waitUntil({ ...expected, by: new Date('2026-11-21T00:00:00Z') }, NOW)).toMatchObject({
      days: 1,
      likelyBy: new Date('2026-11-23T00:00:00Z'),
    });
  });
});
