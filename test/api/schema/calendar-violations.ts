import type { Violation } from './staff-violations.js';

export const calendarViolations: readonly Violation[] = [
  [
    'days of a library are of an unknown kind',
    `INSERT INTO calendar_entry (website_id, entry_id, kind, name, first_day, last_day, until)
     VALUES (1, 'x', 'open', 'x', '2026-01-01', '2026-01-01', '2026-01-01')`,
    'calendar_entry_kinds',
  ],
  [
    'a closure ends before it begins',
    `INSERT INTO calendar_entry (website_id, entry_id, kind, name, first_day, last_day, until)
     VALUES (1, 'x', 'closed', 'x', '2026-01-02', '2026-01-01', '2026-01-01')`,
    'calendar_entry_days',
  ],
];
