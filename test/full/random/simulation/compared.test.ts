import { IS_LONG_RUN, report, runsOf } from '../../../support/runs/long-run.js';
import { Town } from './town.js';
import type { TownOptions } from './town-options.js';
import { HEEDS, SUSPENDS } from './town-soon.js';
import { REMOVES_OTHER, TAKES_LATER, WANTS_EITHER, WANTS_LATER } from './town-wishes.js';

/** The same town twice: its library has something for readers, or has not. Readers want the same titles on the same days. */

const PATRONS = runsOf(150);
const TOWN = Number(process.env.HOLDFAST_TEST_TOWN ?? 1);
const SIZE = { patrons: PATRONS, titles: PATRONS / 10, holdsAYear: 8, hoursBetweenCurves: 6 };
const SOON_DAYS = 5;
/** A town of many thousands takes hours. */
const MAX_DURATION_MS = 12 * 3600 * 1000;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

interface Comparison {
  readonly assumed: string;
  readonly without: Partial<TownOptions>;
  readonly with: Partial<TownOptions>;
  /** How long both live among all other tests: nobody is told of what is ready soon before the waits have been learned. */
  readonly days: number;
  /** How often patrons have met with what the library has. */
  readonly uses: (town: Town) => Readonly<Record<string, number>>;
}

const COMPARED: Readonly<Record<string, Comparison>> = {
  soon: {
    assumed: `of the patrons who would miss a pickup, ${percent(HEEDS)} heed the notice that a title is ready soon, and of these ${percent(SUSPENDS)} suspend the hold; the others remove it`,
    without: {},
    with: { soonDays: SOON_DAYS },
    days: 45,
    uses: ({ soon: { told } }) => told,
  },
  alternatives: {
    assumed: `${percent(WANTS_EITHER)} would have either of two titles, and place holds on both; of those who have one, ${percent(REMOVES_OTHER)} remove the other hold, unless it ends by itself`,
    without: { wishes: { alternatives: false, watches: false } },
    with: { wishes: { alternatives: true, watches: false } },
    days: 20,
    uses: ({ used: { alternatives } }) => ({ alternatives }),
  },
  watches: {
    assumed: `${percent(WANTS_LATER)} want a title, but not soon, and place a hold unless they can watch it; ${percent(TAKES_LATER)} of them take it when they hear of a copy`,
    without: { wishes: { alternatives: false, watches: false } },
    with: { wishes: { alternatives: false, watches: true } },
    days: 20,
    uses: ({ used: { watches } }) => ({ watches }),
  },
};
const asked = process.env.HOLDFAST_TEST_COMPARED?.split(',') ?? Object.keys(COMPARED);

async function live(days: number, options: Partial<TownOptions>): Promise<Town> {
  const town = await Town.found({ ...{ seed: 23 + TOWN, ...SIZE, days }, isCompared: true, ...options });
  await town.live();
  await town.close();
  return town;
}

function figuresOf({ placed, cancelled, pickups, borrowed, daysToLoan }: Town): string {
  const days = daysToLoan.reduce((sum, each) => sum + each, 0) / daysToLoan.length;
  return `${placed} holds, ${cancelled} removed, ${percent(pickups.missed / pickups.begun)} of ${pickups.begun} pickups missed, ${borrowed} titles borrowed, after ${days.toFixed(1)} days of waiting`;
}

test.each(asked.map((name) => [name, COMPARED[name]!] as const))(
  `a town without and with: %s (town ${TOWN})`,
  async (name, { assumed, uses, ...options }) => {
    const days = IS_LONG_RUN ? 365 : options.days;
    const [without, having] = [await live(days, options.without), await live(days, options.with)];
    const all = (town: Town): number => Object.values(uses(town)).reduce((sum, each) => sum + each, 0);
    const told = Object.entries(uses(having)).map(([what, times]) => `${what} ${times}`);
    report(`Assumed: ${assumed}.`);
    report(`Town ${TOWN} without ${name}: ${figuresOf(without)}.`);
    report(`Town ${TOWN} with ${name} (${told.join(', ')}): ${figuresOf(having)}.`);
    // How much it changes is chance, too: it is shown, and not judged.
    expect(all(without)).toBe(0);
    expect(all(having)).toBeGreaterThan(0);
    expect(having.borrowed).toBeGreaterThan(0);
  },
  MAX_DURATION_MS,
);
