import { daysText, waitText } from '../../../src/staff/console/components/wait.js';
import { oneMoreCopyText, waitAndOneMoreText } from '../../../src/staff/queues/one-more-copy.js';

const known = (days: number, latestDays: number): string => waitText({ days, latestDays, basis: 'known' });
const waits = (days: number, likelyDays: number[], basis: 'known' | 'worst-case' = 'known') => ({
  newHoldWait: {
    days,
    latestDays: basis === 'known' ? days + 10 : days,
    basis,
    likelyBy: NOW,
    latestBy: NOW,
  },
  moreCopies: { collectionId: 'main', likelyHours: likelyDays.map((each) => 24 * each) },
});
const NOW = new Date(0);
const oneMore = (...likelyDays: number[]): string => oneMoreCopyText(waits(likelyDays[0]!, likelyDays));
const both = (...likelyDays: number[]): string => waitAndOneMoreText(waits(likelyDays[0]!, likelyDays));

test('a wait is told in days, and beyond a year as more than a year, with the reason', () => {
  expect(known(27, 41)).toBe('27 to 41 days');
  expect(known(300, 366)).toBe('300 days to more than a year');
  expect(known(366, 366)).toBe('more than a year: many wait for few copies');
  expect(waitText({ days: 93, latestDays: 93, basis: 'worst-case' })).toBe('up to 93 days');
  expect(waitText({ days: 366, latestDays: 366, basis: 'worst-case' })).toBe(
    'more than a year, if each patron keeps the title to the last day',
  );
  expect(waitText({ days: 27, latestDays: 41, basis: 'borrowed' })).toBe(
    '27 to 41 days, judged by other times of the year',
  );
  expect([daysText(365), daysText(4560)]).toEqual(['365 days', 'more than a year']);
});

test('what one more copy brings counts no days beyond a year', () => {
  expect(oneMore(41, 27)).toBe('a new hold is likely to wait 27 days in place of 41');
  expect(oneMore(4560, 300)).toBe('a new hold is likely to wait 300 days in place of more than a year');
  expect(oneMore(4560, 2280)).toBe(
    'a new hold still waits more than a year, because many wait for few copies',
  );
  expect(both(41, 27)).toBe('41 to 51 days, with one more copy 27 days');
  const farAway = 'more than a year: many wait for few copies, with one more copy';
  expect(both(4560, 300)).toBe(`${farAway} 300 days`);
  expect(both(4560, 2280)).toBe(`${farAway} as long`);
});

test('what one more copy brings is judged by the wait that all pages show', () => {
  const drifted = waits(36, [40, 30]);
  expect(waitAndOneMoreText(drifted)).toBe('36 to 46 days, with one more copy 27 days');
  expect(oneMoreCopyText(drifted)).toBe('a new hold is likely to wait 27 days in place of 36');
  expect(waitAndOneMoreText({ ...drifted, newHoldWait: undefined })).toBe('not known yet');
  const countsOnPurchases = waits(20, [60, 45]);
  expect(waitAndOneMoreText(countsOnPurchases)).toBe(
    '20 to 30 days; if none are bought 60 days, with one more copy 45 days',
  );
  expect(oneMoreCopyText(countsOnPurchases)).toBe(
    'a new hold is likely to wait 45 days in place of 60, if no others are bought',
  );
});

test('before anything has been learned, a wait with more copies is called the worst case as one without', () => {
  const learned = waits(93, [93, 45], 'worst-case');
  expect(oneMoreCopyText(learned)).toBe('a new hold waits up to 45 days in place of 93');
  expect(waitAndOneMoreText(learned)).toBe('up to 93 days, with one more copy up to 45 days');
});
