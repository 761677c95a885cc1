import type { TrialReport } from '../../waits/policy-trials.js';
import { assumptionsOf, FIGURE_LINES, subjectText } from '../../staff/what-if/policy-words.js';

/** The figures of a trial as lines for a terminal. */
export function tableOf(report: TrialReport): string[] {
  const { library, websiteId, policies } = report;
  const rows = [
    ['', ...policies.map(({ name }) => name)],
    ...FIGURE_LINES.map(({ name, of }) => [name, ...policies.map(of)]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return [
    `${JSON.stringify(library.name)} (${websiteId}), ${subjectText(report)}`,
    '',
    ...rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    ),
    '',
    ...assumptionsOf(report),
  ];
}
