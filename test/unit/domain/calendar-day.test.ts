import { isCalendarDay } from '../../../src/domain/calendar-day.js';

test.each(['2026-03-31', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(isCalendarDay(text)).toBe(true);
});

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-03-00',
  '2026-3-1',
  '20260331',
  '2026-03-31T00:00:00Z',
  ' 2026-03-31',
  '2026-03-31 ',
  '12026-03-31',
  '',
])('"%s" is no day', (text) => {
  expect(isCalendarDay(text)).toBe(false);
});
