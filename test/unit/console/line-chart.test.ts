import { renderToString } from 'preact-render-to-string';
import { LineChart } from '../../../src/staff/charts/line-chart.js';

test('a line goes from left to right and from zero upwards, with a gap where nothing is known', () => {
  const points = [0, 5, null, 10].map((value, index) => ({
    at: new Date(Date.UTC(2026, 10, 1 + index)),
    value,
  }));
  const svg = renderToString(
    LineChart({ id: 'holds', title: 'Holds', description: 'More and more', points }),
  );
  const [, path] = /<path[^>]* d="([^"]*)"/.exec(svg) ?? [];
  expect(path).toBe('M80,184L288,100M704,16Z');
  expect(svg).toContain('>1 Nov</text>');
  expect(svg).toContain('>4 Nov</text>');
});
