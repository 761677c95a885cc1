import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { runTrial, type TrialReport, TrialRefused, type TrialRequest } from '../../waits/policy-trials.js';
import { PolicyChart } from '../../staff/what-if/policy-chart.js';
import { assumptionsOf, FIGURE_LINES, renewalText, subjectText } from '../../staff/what-if/policy-words.js';
import { renderSvg } from '../../platform/html/document.js';
import { readConfig } from '../../platform/settings/config.js';
import { CommandFailed } from '../command-failed.js';
import { withDatabase } from '../database-server.js';
import { OR_STANDARD_INPUT, readInput } from '../input-file.js';
import { readScenarios, ScenarioProblems } from '../scenario-file.js';

const MAX_FILE_BYTES = 65_536;
/** Takes one processor a few minutes. */
const MAX_HOLDS = 50_000_000;

interface SimulateOptions {
  readonly json: boolean;
  readonly picture?: string;
}

export function simulateCommand(): Command {
  return new Command('simulate')
    .description(
      'try other rules of a library, or more copies, on its queues as they are (docs/waits.md); changes nothing',
    )
    .argument('<file>', `what is to be tried, as JSON (see examples/what-if.jsonc), ${OR_STANDARD_INPUT}`)
    .option('--json', 'print the figures as JSON', false)
    .option('--picture <file>', 'also write a picture of them, as SVG')
    .action(async (file: string, { json, picture }: SimulateOptions) => {
      const request = await requestIn(file);
      const report = await withDatabase(readConfig(), (database) =>
        runTrial(database, request, { maxHolds: MAX_HOLDS }).catch(explain),
      );
      if (picture !== undefined) await writePicture(picture, report);
      console.log(json ? JSON.stringify(asJson(report), null, 2) : tableOf(report).join('\n'));
    });
}

async function requestIn(file: string): Promise<TrialRequest> {
  const text = await readInput(file, MAX_FILE_BYTES);
  try {
    return readScenarios(text);
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): never {
  if (error instanceof ScenarioProblems || error instanceof TrialRefused)
    throw new CommandFailed(error.message, { cause: error });
  throw error;
}

/** The figures of a trial as lines for a terminal. */
function tableOf(report: TrialReport): string[] {
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
    ...(report.renewed ? [renewalText(report)] : []),
    ...assumptionsOf(report),
  ];
}

function asJson(report: TrialReport): object {
  return { ...report, assumptions: assumptionsOf(report) };
}

const PICTURE_STYLE = `svg { background: #fff } text { font: 14px sans-serif; fill: #1b2330 } .heading { font-weight: bold }
.bar { fill: #1d4f91 } .bar.now { fill: #525c69 } .range { stroke: #1b2330; stroke-width: 2 }`;

async function writePicture(file: string, { policies }: TrialReport): Promise<void> {
  const svg = renderSvg(PolicyChart({ policies, style: PICTURE_STYLE }));
  await writeFile(file, `${svg}\n`).catch((error: unknown) => {
    throw new CommandFailed(`Cannot write the picture ${file}.`, { cause: error });
  });
}
