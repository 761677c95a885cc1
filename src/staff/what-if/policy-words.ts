import type { TrialReport, TriedScenario } from '../../waits/policy-trials.js';
import type { Estimate } from '../../domain/waits/policies/policy-figures.js';
import { counted } from '../console/components/moment.js';
import { moneyText } from '../licences/money.js';

/** A row of a table whose columns are the policies. */
export interface FigureLine {
  readonly name: string;
  readonly of: (policy: TriedScenario) => string;
  /** Of a figure by which one policy is better than another: what it is, and whether libraries want less of it or more. */
  readonly judged?: {
    readonly by: (policy: TriedScenario) => Estimate | undefined;
    readonly wanted: Wanted;
  };
}

type Wanted = 'less' | 'more';

export const FIGURE_LINES: readonly FigureLine[] = [
  {
    name: 'Half of the holds ready within',
    of: ({ waits }) => daysText(waits.likelyDays),
    judged: { by: ({ waits }) => waits.likelyDays, wanted: 'less' },
  },
  {
    name: 'Nine of ten ready within',
    of: ({ waits }) => daysText(waits.latestDays),
    judged: { by: ({ waits }) => waits.latestDays, wanted: 'less' },
  },
  {
    name: 'Loans begun',
    of: ({ loansBegun }) => numberText(loansBegun),
    judged: { by: ({ loansBegun }) => loansBegun, wanted: 'more' },
  },
  { name: 'Holds that wait or are placed', of: ({ waits }) => numberText(waits.holds) },
  { name: 'Copies on loan', of: ({ copies }) => percentText(copies.onLoan) },
  { name: 'Copies set aside', of: ({ copies }) => percentText(copies.setAside) },
  { name: 'Copies on the shelf', of: ({ copies }) => percentText(copies.onShelf) },
  { name: 'Copies bought', of: ({ copiesBought }) => copiesBought.toLocaleString('en') },
];

/** What a policy makes of a figure. */
export interface Judgement {
  readonly tone: 'good' | 'warning' | 'plain';
  /** Such as "▼ 24 less: better". */
  readonly text: string;
}

/** Undefined: the figure is not one to be judged by. */
export function judge(
  { judged }: FigureLine,
  now: TriedScenario,
  changed: TriedScenario,
): Judgement | undefined {
  return judged && difference(judged.wanted, judged.by(now), judged.by(changed));
}

/** Undefined without two figures. Where chance alone may have moved it, there is no difference. */
export function difference(wanted: Wanted, one?: Estimate, other?: Estimate): Judgement | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one.range[0] <= other.range[1] && other.range[0] <= one.range[1])
    return { tone: 'plain', text: '= no clear difference' };
  const direction = other.value < one.value ? 'less' : 'more';
  const amount = Math.abs(other.value - one.value);
  const [tone, word] = direction === wanted ? (['good', 'better'] as const) : (['warning', 'worse'] as const);
  const size = Number.isFinite(amount) ? `${rounded(amount)} ${direction}` : direction;
  return { tone, text: `${direction === 'less' ? '▼' : '▲'} ${size}: ${word}` };
}

/** Such as "23.5 days (20 – 27)", or "21 days" where all runs gave that. */
export function daysText(days: Estimate | undefined): string {
  const value = meanDaysText(days);
  return days === undefined || days.value === Infinity ? value : `${value}${rangeText(days)}`;
}

/** Like `daysText`, without the range. */
export function meanDaysText(days: Estimate | undefined): string {
  if (days === undefined) return 'no hold';
  return days.value === Infinity ? 'never' : `${rounded(days.value)} days`;
}

function numberText(estimate: Estimate): string {
  return `${rounded(estimate.value)}${rangeText(estimate)}`;
}

function rangeText({ range }: Estimate): string {
  const [low, high] = range.map((each) => (each === Infinity ? 'never' : rounded(each)));
  return low === high ? '' : ` (${low} – ${high})`;
}

function rounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}

export function percentText(share: number): string {
  return `${(100 * share).toLocaleString('en', { maximumFractionDigits: 1 })} %`;
}

/** Describes the simulated titles, the period and the number of runs. */
export function subjectText({ title, titles, library, days, runs }: TrialReport): string {
  const most = `the ${counted(titles, 'most wanted title')} of ${library.titlesWithHolds.toLocaleString('en')} with holds`;
  const subject =
    title?.title ?? (titles === library.titlesWithHolds ? counted(titles, 'title') + ' with holds' : most);
  return `${subject}: ${counted(days, 'day')} from now, in ${counted(runs, 'run')}`;
}

/** The assumptions and limits of the figures. */
export function assumptionsOf(report: TrialReport): string[] {
  return [
    conductText(report),
    demandText(report),
    'Waits count from now, or from the placement of a new hold, and are followed to their ends. In brackets, and as a thin line in the picture: what nine of ten runs gave.',
    ...report.policies.flatMap((policy) => changeTexts(report, policy)),
  ];
}

function conductText({ titles, titlesInWorstCase }: TrialReport): string {
  if (titles === 0) return 'No title has holds: nothing is simulated.';
  if (titlesInWorstCase === 0)
    return 'Patrons do what the patrons of this library did in the last weeks, and the library buys copies as it does.';
  const whole =
    titlesInWorstCase === titles ? '' : `Of ${titlesInWorstCase.toLocaleString('en')} of the titles, `;
  return `${whole}${whole === '' ? 'Too' : 'too'} little is known of what patrons do: every pickup and every loan takes all of its time, and no pickup is missed.`;
}

function demandText({ newHoldsAWeek, demandWeeks }: TrialReport): string {
  const weeks = `the last ${demandWeeks} weeks`;
  return newHoldsAWeek === 0
    ? `New holds: none, because too little is known of those that were placed in ${weeks}.`
    : `New holds: ${rounded(newHoldsAWeek)} a week, as in ${weeks}, by patrons like those who wait now.`;
}

/** Such as "12 licences end in this time. Renewed at the price of each, that costs 340.00 EUR; the prices of 2 are not known." */
export function renewalText({ renewed = [] }: TrialReport): string {
  const licences = renewed.reduce((sum, each) => sum + each.licences, 0);
  if (licences === 0) return 'No licence of these titles ends in this time.';
  const costs = renewed.flatMap(({ price, currency }) =>
    price === null ? [] : [moneyText(price, currency)],
  );
  const unpriced = renewed.reduce((sum, each) => sum + (each.price === null ? each.licences : 0), 0);
  const end = `${counted(licences, 'licence ends', 'licences end')} in this time.`;
  if (costs.length === 0) return `${end} Prices are not known.`;
  const unknown =
    unpriced === 0 ? '' : `; the ${unpriced === 1 ? 'price of 1 is' : `prices of ${unpriced} are`} not known`;
  return `${end} Renewed at the price of each, that costs ${new Intl.ListFormat('en').format(costs)}${unknown}.`;
}

function changeTexts({ library }: TrialReport, { name, changes, demandLeft }: TriedScenario): string[] {
  const { pickupHours = 0, lendingDays, holdLimit, renew } = changes;
  const texts: string[] = [];
  if (renew === true)
    texts.push('each licence that ends, or gives its last loan, is at once followed by one like it.');
  if (pickupHours > library.pickupHours)
    texts.push('who misses the pickup now would miss a longer one, too.');
  if (lendingDays !== undefined)
    texts.push(
      'patrons use the same share of the other lending period, and their own preferences do not count.',
    );
  if (holdLimit !== undefined && holdLimit < library.holdLimit)
    texts.push(
      `the hold limit leaves ${percentText(demandLeft)} of the new holds. Holds that are there stay.`,
    );
  if (holdLimit !== undefined && holdLimit > library.holdLimit)
    texts.push('what a higher hold limit adds is not known, because refused holds are not counted.');
  return texts.map((text) => `${name}: ${text}`);
}
