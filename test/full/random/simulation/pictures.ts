import { scaleLinear, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { LATEST, LIKELY } from '../../../../src/domain/waits/observation.js';
import type { Coverage } from './coverage.js';

/** Draws how often holds were ready by the times that were told, as standalone SVG. */

const [WIDTH, HEIGHT] = [720, 400];
const MARGIN = { left: 56, right: 132, top: 48, bottom: 56 };
const MEASURES = [
  {
    share: ({ latest }: Coverage) => latest.share,
    expected: LATEST,
    name: 'by the latest time',
    color: '#1b6ca8',
  },
  {
    share: ({ likely }: Coverage) => likely.share,
    expected: LIKELY,
    name: 'by the likely time',
    color: '#c2452d',
  },
] as const;

export interface Column extends Coverage {
  readonly label: string;
}

/** @param mark the label at which the library's rule changed, if it did */
export function coveragePicture(
  title: string,
  axis: string,
  columns: readonly Column[],
  mark?: string,
): string {
  const x = scalePoint(
    columns.map(({ label }) => label),
    [MARGIN.left + 16, WIDTH - MARGIN.right - 16],
  );
  const y = scaleLinear([0, 1], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const markedAt = mark === undefined ? undefined : x(mark);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(MARGIN.left, 28, title, 'font-size="16"'),
    ...y
      .ticks(5)
      .flatMap((share) => [
        path([MARGIN.left, y(share)], [WIDTH - MARGIN.right, y(share)], '#ddd'),
        text(MARGIN.left - 8, y(share) + 4, `${Math.round(share * 100)} %`, 'text-anchor="end"'),
      ]),
    ...columns.map(({ label }) =>
      text(x(label) ?? 0, HEIGHT - MARGIN.bottom + 20, label, 'text-anchor="middle" font-size="11"'),
    ),
    text((MARGIN.left + WIDTH - MARGIN.right) / 2, HEIGHT - 12, axis, 'text-anchor="middle"'),
    ...(markedAt === undefined
      ? []
      : [path([markedAt, MARGIN.top], [markedAt, HEIGHT - MARGIN.bottom], '#555', '2 3')]),
    ...MEASURES.flatMap(({ share, expected, name, color }) => {
      const points = columns.map((column): [number, number] => [x(column.label) ?? 0, y(share(column))]);
      return [
        path([MARGIN.left, y(expected)], [WIDTH - MARGIN.right, y(expected)], color, '6 4'),
        `<path d="${drawn(points)}" fill="none" stroke="${color}" stroke-width="2.5"/>`,
        ...points.map(
          ([px, py]) => `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3.5" fill="${color}"/>`,
        ),
        text(WIDTH - MARGIN.right + 8, y(expected) + 4, name, `fill="${color}"`),
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
}

const draw = line().digits(1);

function drawn(points: [number, number][]): string {
  return draw(points) ?? '';
}

function path(from: [number, number], to: [number, number], color: string, dashes?: string): string {
  return `<path d="${drawn([from, to])}" stroke="${color}"${dashes ? ` stroke-dasharray="${dashes}"` : ''}/>`;
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${content}</text>`;
}
