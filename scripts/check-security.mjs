/**
 * Fails when docs/operations/security.md does not have each requirement of the OWASP ASVS 5.0, levels 1 and 2, exactly once, in one of its three
 * states and with a place or a reason; when more than 20 are open; or when its first paragraph counts them wrongly.
 */
import { readFileSync } from 'node:fs';

const PAGE = 'docs/operations/security.md';
const MAX_OPEN = 20;
/** How many requirements of these levels each section has; they are numbered from 1. */
const SECTIONS = {
  1.1: 2,
  1.2: 9,
  1.3: 11,
  1.4: 3,
  1.5: 2,
  2.1: 3,
  2.2: 3,
  2.3: 4,
  2.4: 1,
  3.2: 2,
  3.3: 4,
  3.4: 6,
  3.5: 5,
  3.7: 2,
  4.1: 3,
  4.2: 1,
  4.3: 2,
  4.4: 4,
  5.1: 1,
  5.2: 3,
  5.3: 2,
  5.4: 3,
  6.1: 3,
  6.2: 12,
  6.3: 4,
  6.4: 4,
  6.5: 5,
  6.6: 3,
  6.8: 4,
  7.1: 3,
  7.2: 4,
  7.3: 2,
  7.4: 5,
  7.5: 2,
  7.6: 2,
  8.1: 2,
  8.2: 3,
  8.3: 1,
  8.4: 1,
  9.1: 3,
  9.2: 4,
  10.1: 2,
  10.2: 2,
  10.3: 4,
  10.4: 11,
  10.5: 5,
  10.6: 2,
  10.7: 3,
  11.1: 2,
  11.2: 3,
  11.3: 3,
  11.4: 4,
  11.5: 1,
  11.6: 1,
  12.1: 3,
  12.2: 2,
  12.3: 4,
  13.1: 1,
  13.2: 5,
  13.3: 2,
  13.4: 5,
  14.1: 2,
  14.2: 4,
  14.3: 3,
  15.1: 3,
  15.2: 3,
  15.3: 7,
  16.1: 1,
  16.2: 5,
  16.3: 4,
  16.4: 3,
  16.5: 3,
  17.1: 1,
  17.2: 4,
  17.3: 2,
};

const text = readFileSync(PAGE, 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\|(.*)\|$/gm)].map(([, id, cells]) => {
  const [what, state, where] = cells.split('|').map((cell) => cell.trim());
  return { id, what, state, where };
});
const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);
const ids = rows.map(({ id }) => id);
const count = (wantedState) => rows.filter(({ state }) => state === wantedState).length;
const told = /\b(\d+) requirements\. (\d+) are met, (\d+) do not apply, (\d+) are open/.exec(
  text.replaceAll(/\s+/g, ' '),
);
const counted = [rows.length, count('met'), count('n/a'), count('open')];

const problems = [
  ...wanted.filter((id) => !ids.includes(id)).map((id) => `${id} is missing.`),
  ...ids.filter((id) => !wanted.includes(id)).map((id) => `${id} is no requirement of levels 1 and 2.`),
  ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} is there twice.`),
  ...rows
    .filter(({ state }) => !['met', 'n/a', 'open'].includes(state))
    .map(({ id, state }) => `${id} is "${state}": it must be met, n/a or open.`),
  ...rows
    .filter(({ what, where }) => !what || !where)
    .map(({ id }) => `${id} must say what it asks, and where it is met or why it is not.`),
  ...(count('open') > MAX_OPEN ? [`${count('open')} are open, more than ${MAX_OPEN}.`] : []),
  ...(told?.slice(1).join() === counted.join()
    ? []
    : [`The first paragraph must count ${counted.join(', ')} (all, met, not applicable, open).`]),
];
for (const problem of problems) console.error(`${PAGE}: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
