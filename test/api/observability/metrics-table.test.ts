import { readFileSync } from 'node:fs';
import { eventually } from '../../support/clock.js';
import { mustSucceed } from '../../support/client.js';
import { MailServer } from '../../support/mail-server.js';
import { TestLibrary } from '../../support/test-library.js';

interface Description {
  readonly type: string;
  readonly labels: readonly string[];
}

/** The rows of the table of a process's own metrics in docs/operations/metrics.md. */
function documented(): Map<string, Description> {
  const whole = readFileSync(new URL('../../../docs/operations/metrics.md', import.meta.url), 'utf8');
  const text = whole.slice(0, whole.indexOf('## What is beside the service'));
  const rows = [...text.matchAll(/^\| `(holdfast_\w+)` *\| (\w+) *\|([^|]*)\|/gm)];
  return new Map(
    rows.map(([, name, type, labels]) => [
      name!,
      { type: type!, labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!).sort() },
    ]),
  );
}

/** What a process says of its own metrics. The labels of a metric without a sample are unknown. */
function described(text: string): Map<string, Description | { type: string }> {
  const types = [...text.matchAll(/^# TYPE (holdfast_\w+) (\w+)$/gm)];
  return new Map(
    types.map(([, name, type]) => {
      const sample = new RegExp(`^${name}(?:_count)?(?:\\{([^}]*)\\})? `, 'm').exec(text);
      const labels = [...(sample?.[1] ?? '').matchAll(/(\w+)="/g)].map(([, label]) => label!);
      return [name!, { type: type!, ...(sample !== null && { labels: labels.sort() }) }];
    }),
  );
}

let library: TestLibrary;
let mails: MailServer;
beforeAll(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.alone({}, { ROLE: 'all', SMTP_URL: mails.url });
});
afterAll(async () => {
  await library.close();
  await mails.stop();
});

test('docs/operations/metrics.md lists the metrics of a process, with their types and labels, and no others', async () => {
  await mustSucceed(Promise.resolve((await library.ready()).patron.list()));
  await eventually(async () => {
    const text = await (await fetch(`${library.service.url}/metrics`)).text();
    const names = (metrics: Map<string, unknown>): string[] => [...metrics.keys()].sort();
    expect(names(described(text))).toEqual(names(documented()));
    expect(Object.fromEntries(described(text))).toEqual(Object.fromEntries(documented()));
  });
});

test('names follow the conventions of Prometheus', () => {
  expect(documented().size).toBeGreaterThan(15);
  for (const [name, { type }] of documented()) {
    expect(name).toMatch(/^holdfast_[a-z]+(?:_[a-z]+)*$/);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|hours|kilobytes|count|sum|bucket)$/);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});
