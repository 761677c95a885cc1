/** Draws the panels of a Grafana dashboard with their curves, as standalone SVG. The layout is that of the dashboard. */

/** Of one unit of Grafana's grid. */
const [UNIT_WIDTH, UNIT_HEIGHT] = [60, 27];
const GAP = 6;
const PLOT = { left: 52, right: 12, top: 30, bottom: 22 };
const LEGEND_LINE = 14;
const MAX_CURVES = 5;
/** As many characters as fit into a pixel of the legend's width, roughly. */
const CHARACTERS_PER_PIXEL = 1 / 6;
const COLORS = ['#1b6ca8', '#3a8f5c', '#c2452d', '#b8860b', '#7a5195', '#4b6b70'];

/**
 * @param {string} heading
 * @param {{ type: string, title: string, gridPos: object, unit: string, curves: { name: string, points: [number, number][] }[] }[]} panels
 * @param {{ from: number, to: number }} time of the curves, in seconds
 */
export function drawPanels(heading, panels, time) {
  const bottom = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h));
  const [width, height] = [24 * UNIT_WIDTH, bottom * UNIT_HEIGHT + 40];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<title>${escape(heading)}</title>`,
    `<rect width="${width}" height="${height}" fill="#f4f5f5"/>`,
    text(GAP, 24, heading, 'font-size="16"'),
    '<g transform="translate(0 34)">',
    ...panels.flatMap((panel) => (panel.type === 'row' ? drawRow(panel) : drawPanel(panel, time))),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function drawRow({ title, gridPos: { y } }) {
  return [text(GAP, (y + 0.75) * UNIT_HEIGHT, title, 'font-size="14" font-weight="bold" fill="#333"')];
}

function drawPanel({ title, gridPos, unit, curves: all }, time) {
  const curves = highestOf(all);
  const [left, top] = [gridPos.x * UNIT_WIDTH + GAP / 2, gridPos.y * UNIT_HEIGHT + GAP / 2];
  const [width, height] = [gridPos.w * UNIT_WIDTH - GAP, gridPos.h * UNIT_HEIGHT - GAP];
  const legend = legendLines(curves, width - PLOT.left - PLOT.right);
  const area = {
    left: PLOT.left,
    right: width - PLOT.right,
    top: PLOT.top,
    bottom: height - PLOT.bottom - legend.length * LEGEND_LINE,
  };
  const highest = niceCeiling(
    Math.max(0, ...curves.flatMap(({ points }) => points.map(([, value]) => value))),
  );
  const x = (at) => area.left + ((at - time.from) / (time.to - time.from)) * (area.right - area.left);
  const y = (value) => area.bottom - (value / highest) * (area.bottom - area.top);
  return [
    `<g transform="translate(${left} ${top})">`,
    `<rect width="${width}" height="${height}" rx="3" fill="#fff" stroke="#ddd"/>`,
    text(8, 18, title, 'font-size="12" font-weight="bold"'),
    ...[0, highest / 2, highest].flatMap((value) => [
      `<path d="M${area.left} ${tenths(y(value))}H${area.right}" stroke="#e5e5e5"/>`,
      text(area.left - 6, y(value) + 4, format(value, unit), 'text-anchor="end" fill="#666"'),
    ]),
    ...minutesIn(time).map((at) =>
      text(
        x(at),
        area.bottom + 14,
        `${Math.round((at - time.from) / 60)} min`,
        'text-anchor="middle" fill="#666"',
      ),
    ),
    ...curves.flatMap(({ points }, index) => drawCurve(points, COLORS[index % COLORS.length], x, y)),
    ...legend.flatMap((entries, line) =>
      entries.map(({ name, color, offset }) =>
        text(
          area.left + offset,
          area.bottom + 16 + (line + 1) * LEGEND_LINE,
          `<tspan fill="${color}">■</tspan> ${escape(name)}`,
          'fill="#333"',
          true,
        ),
      ),
    ),
    '</g>',
  ];
}

/** Those that reach the highest values: an expression such as topk may choose others at each moment. */
function highestOf(curves) {
  if (curves.length <= MAX_CURVES) return curves;
  const most = ({ points }) => Math.max(...points.map(([, value]) => value));
  return [...curves].sort((one, other) => most(other) - most(one)).slice(0, MAX_CURVES);
}

/** A gap in the values is a gap in the curve. */
function drawCurve(points, color, x, y) {
  const step = Math.min(...points.slice(1).map(([at], index) => at - points[index][0]));
  const pieces = [];
  for (const [index, [at, value]] of points.entries()) {
    if (index === 0 || at - points[index - 1][0] > step * 1.5) pieces.push([]);
    pieces.at(-1).push(`${tenths(x(at))},${tenths(y(value))}`);
  }
  return pieces.map((piece) =>
    piece.length === 1
      ? `<circle cx="${piece[0].split(',')[0]}" cy="${piece[0].split(',')[1]}" r="1.2" fill="${color}"/>`
      : `<polyline fill="none" stroke="${color}" stroke-width="1.4" points="${piece.join(' ')}"/>`,
  );
}

/** The curves' names in lines that fit into the panel. */
function legendLines(curves, width) {
  const lines = [[]];
  let offset = 0;
  for (const [index, { name }] of curves.entries()) {
    const length = (name.length + 4) / CHARACTERS_PER_PIXEL;
    if (offset > 0 && offset + length > width) {
      lines.push([]);
      offset = 0;
    }
    lines.at(-1).push({ name, color: COLORS[index % COLORS.length], offset });
    offset += length;
  }
  return lines;
}

/** 1, 2 or 5 times a power of ten. */
function niceCeiling(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * power).find((nice) => nice >= value * 0.999);
}

function minutesIn({ from, to }) {
  const minutes = [];
  for (let at = from; at <= to; at += 60) minutes.push(at);
  return minutes;
}

function format(value, unit) {
  if (unit === 's') return value > 0 && value < 1 ? `${short(value * 1000)} ms` : `${short(value)} s`;
  if (unit === 'percentunit') return `${short(value * 100)} %`;
  if (unit === 'bytes') return `${short(value / 1e6)} MB`;
  if (unit === 'bool_yes_no') return value === 1 ? 'yes' : value === 0 ? 'no' : '';
  return `${short(value)}${unit.endsWith('ps') ? ' /s' : ''}`;
}

function short(value) {
  return value >= 1000 ? `${short(value / 1000)}k` : String(Number(value.toPrecision(2)));
}

function text(x, y, content, attributes = '', isMarkup = false) {
  return `<text x="${tenths(x)}" y="${tenths(y)}" ${attributes}>${isMarkup ? content : escape(content)}</text>`;
}

function escape(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function tenths(number) {
  return Math.round(number * 10) / 10;
}
