import { type ScaleLinear, scaleLinear, scaleTime } from 'd3-scale';
import { line } from 'd3-shape';
import type { VNode } from 'preact';

export interface Point {
  readonly at: Date;
  /** Null: not known; the line has a gap. */
  readonly value: number | null;
}

interface LineChartProps {
  readonly id: string;
  readonly title: string;
  /** Describes the line in words. */
  readonly description: string;
  readonly points: readonly Point[];
  /** Only the line, for sizes at which numbers would be illegible. */
  readonly isSmall?: boolean | undefined;
}

const [WIDTH, HEIGHT] = [720, 220];
const [LEFT, RIGHT, TOP, BOTTOM] = [80, 16, 16, 36];

const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A line over time, as a picture with a title and a description. The scale of the values begins at 0. */
export function LineChart({ id, title, description, points, isSmall = false }: LineChartProps): VNode {
  const times = points.map(({ at }) => at.getTime());
  const x = scaleTime([Math.min(...times), Math.max(...times)], [LEFT, WIDTH - RIGHT]);
  const highest = Math.max(1, ...points.map(({ value }) => value ?? 0));
  const y = scaleLinear([0, highest], [HEIGHT - BOTTOM, TOP]).nice();
  const path = line<Point>()
    .defined(({ value }) => value !== null)
    .x(({ at }) => x(at))
    .y(({ value }) => y(value ?? 0));
  return (
    <svg
      class="chart"
      viewBox={isSmall ? `${LEFT} 0 ${WIDTH - LEFT} ${HEIGHT - BOTTOM + 8}` : `0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-desc`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{description}</desc>
      {!isSmall && <Axes points={points} x={x} y={y} />}
      <path class="series" d={path(points) ?? ''} />
    </svg>
  );
}

interface AxesProps extends Pick<LineChartProps, 'points'> {
  readonly x: (at: Date) => number;
  readonly y: ScaleLinear<number, number>;
}

/** A line for some values, and the first and the last day. */
function Axes({ points, x, y }: AxesProps): VNode {
  return (
    <>
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((value) => (
          <g key={value}>
            <line class="axis" x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 8} y={y(value)} dominant-baseline="middle" text-anchor="end">
              {value.toLocaleString('en')}
            </text>
          </g>
        ))}
      {[points[0], points.at(-1)].map(
        (point, end) =>
          point && (
            <text key={end} x={x(point.at)} y={HEIGHT - 8} text-anchor={end === 0 ? 'start' : 'end'}>
              {DAY_AND_MONTH.format(point.at)}
            </text>
          ),
      )}
    </>
  );
}
