/** Plots milliseconds by the length of a queue on logarithmic scales, as standalone SVG. */

const [WIDTH, HEIGHT] = [720, 420];
const MARGIN = { left: 64, right: 168, top: 48, bottom: 52 };
const COLORS = { service: '#1b6ca8', statements: '#3a8f5c', counting: '#c2452d' };
const LABELS = {
  service: 'Holdfast over HTTP',
  statements: 'its statements alone',
  counting: 'counting the queue',
};

/** @param {Record<string, number[]>} curves the milliseconds at each length */
export function plot(title, lengths, curves) {
  const all = Object.values(curves).flat();
  const x = scale(lengths[0], lengths.at(-1), MARGIN.left, WIDTH - MARGIN.right);
  const lowest = 10 ** Math.floor(Math.log10(Math.min(...all)));
  const highest = 10 ** Math.ceil(Math.log10(Math.max(...all)));
  const y = scale(lowest, highest, HEIGHT - MARGIN.bottom, MARGIN.top);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(MARGIN.left, 28, title, 'font-size="16"'),
    ...powersOfTen(lowest, highest).flatMap((value) => [
      line(x(lengths[0]), y(value), x(lengths.at(-1)), y(value)),
      text(MARGIN.left - 8, y(value) + 4, `${value} ms`, 'text-anchor="end"'),
    ]),
    ...lengths.flatMap((length) => [
      line(x(length), y(lowest), x(length), y(highest)),
      text(x(length), HEIGHT - MARGIN.bottom + 20, length.toLocaleString('en'), 'text-anchor="middle"'),
    ]),
    text(
      (MARGIN.left + WIDTH - MARGIN.right) / 2,
      HEIGHT - 12,
      'live holds in the queue',
      'text-anchor="middle"',
    ),
    ...Object.entries(curves).flatMap(([name, values]) =>
      curve(
        name,
        values.map((value, index) => [x(lengths[index]), y(value)].map(tenths)),
      ),
    ),
    '</svg>',
    '',
  ].join('\n');
}

function curve(name, points) {
  const color = COLORS[name];
  const [lastX, lastY] = points.at(-1);
  return [
    `<polyline fill="none" stroke="${color}" stroke-width="2.5" points="${points.join(' ')}"/>`,
    ...points.map(([px, py]) => `<circle cx="${px}" cy="${py}" r="3.5" fill="${color}"/>`),
    text(lastX + 10, lastY + 4, LABELS[name], `fill="${color}"`),
  ];
}

function scale(from, to, start, end) {
  return (value) => start + (Math.log10(value / from) / Math.log10(to / from)) * (end - start);
}

function powersOfTen(from, to) {
  const powers = [];
  for (let value = from; value <= to * 1.001; value *= 10) powers.push(Number(value.toPrecision(1)));
  return powers;
}

function line(x1, y1, x2, y2) {
  return `<path d="M${tenths(x1)} ${tenths(y1)}L${tenths(x2)} ${tenths(y2)}" stroke="#ddd"/>`;
}

function text(x, y, content, attributes) {
  return `<text x="${tenths(x)}" y="${tenths(y)}" ${attributes}>${content}</text>`;
}

function tenths(number) {
  return Math.round(number * 10) / 10;
}
