import { scaleLinear } from 'd3-scale';
import type { VNode } from 'preact';
import type { TriedScenario } from '../../waits/policy-trials.js';
import type { Estimate } from '../../domain/waits/policies/policy-figures.js';
import { meanDaysText, percentText } from './policy-words.js';

interface PolicyChartProps {
  readonly policies: readonly TriedScenario[];
  /** For a separate file, which has no stylesheet. */
  readonly style?: string;
}

interface Bar {
  readonly value: number;
  readonly range: readonly [number, number] | undefined;
  readonly text: string;
}

/** One figure, with a bar for each policy. */
interface Panel {
  readonly name: string;
  readonly barOf: (policy: TriedScenario) => Bar;
}

const PANELS: readonly Panel[] = [
  { name: 'Half of the holds ready within', barOf: ({ waits }) => daysBar(waits.likelyDays) },
  { name: 'Nine of ten holds ready within', barOf: ({ waits }) => daysBar(waits.latestDays) },
  { name: 'Loans begun', barOf: ({ loansBegun }) => loansBar(loansBegun) },
  { name: 'Copies not on loan', barOf: ({ copies }) => idleBar(1 - copies.onLoan) },
];

const [WIDTH, MARGIN] = [688, 16];
/** Texts are 24 high on a phone. */
const [HEADING, LINE, GAP] = [40, 52, 16];
const [TEXT, BAR] = [24, 14];
/** Longer names would overlap the figure. */
const MAX_NAME_LENGTH = 36;

/** The policies as bars from 0 on; a thin line is the range of nine in ten runs. */
export function PolicyChart({ policies, style }: PolicyChartProps): VNode {
  const panelHeight = HEADING + policies.length * LINE + GAP;
  const height = PANELS.length * panelHeight;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      class="chart"
      viewBox={`${-MARGIN} 0 ${WIDTH + 2 * MARGIN} ${height}`}
      role="img"
      aria-labelledby="policies-title policies-desc"
    >
      <title id="policies-title">The policies side by side</title>
      <desc id="policies-desc">{descriptionOf(policies)}</desc>
      {style !== undefined && <style>{style}</style>}
      {PANELS.map((panel, index) => (
        <g key={panel.name} transform={`translate(0 ${index * panelHeight})`}>
          <Bars {...panel} policies={policies} />
        </g>
      ))}
    </svg>
  );
}

function Bars({ name, barOf, policies }: Panel & Pick<PolicyChartProps, 'policies'>): VNode {
  const bars = policies.map(barOf);
  const ends = bars.flatMap(({ value, range = [value, value] }) => [value, range[1]]).filter(Number.isFinite);
  const x = scaleLinear([0, Math.max(...ends, Number.MIN_VALUE)], [0, WIDTH]).clamp(true);
  return (
    <>
      <text class="heading" x={0} y={TEXT}>
        {name}
      </text>
      {bars.map(({ value, range, text }, index) => {
        const y = HEADING + index * LINE;
        const top = y + TEXT + 6;
        return (
          <g key={index}>
            <text x={0} y={y + TEXT}>
              {shortened(policies[index]?.name ?? '')}
            </text>
            <text x={WIDTH} y={y + TEXT} text-anchor="end">
              {text}
            </text>
            <rect class={index === 0 ? 'bar now' : 'bar'} x={0} y={top} width={x(value)} height={BAR} />
            {range && <path class="range" d={`M${x(range[0])} ${top + BAR + 3}H${x(range[1])}`} />}
          </g>
        );
      })}
    </>
  );
}

function daysBar(days: Estimate | undefined): Bar {
  const { value = 0, range } = days ?? {};
  return { value, range: value === Infinity ? undefined : range, text: meanDaysText(days) };
}

function loansBar({ value, range }: Estimate): Bar {
  return { value, range, text: Math.round(value).toLocaleString('en') };
}

function idleBar(share: number): Bar {
  return { value: share, range: undefined, text: percentText(share) };
}

function shortened(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
}

function descriptionOf(policies: readonly TriedScenario[]): string {
  return PANELS.map(
    ({ name, barOf }) => `${name}: ${policies.map((each) => `${each.name} ${barOf(each).text}`).join(', ')}.`,
  ).join(' ');
}
