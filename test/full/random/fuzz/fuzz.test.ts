import fc from 'fast-check';
import { Digest, report, runsOf } from '../../../support/runs/long-run.js';
import { SEED } from '../../../support/seeded-random.js';
import { OPERATIONS } from './operations.js';
import { FuzzedService } from './fuzzed-service.js';
import { problemsOf } from './answer-problems.js';
import { anyRequest, type FuzzedRequest } from './requests.js';

const REQUESTS = runsOf(2_000);
const MAX_CONCURRENT = 8;
const RUNS = Math.ceil(REQUESTS / ((1 + MAX_CONCURRENT) / 2));

/** They can delete or change what later requests need. */
const DESTRUCTIVE = ['deletePatron', 'revokeToken', 'importRecords', 'moveClock', 'deleteWebhook'];

let service: FuzzedService;
const digest = new Digest();
let sent = 0;
/** How often each operation was answered with each status. */
const answers = new Map<string, Map<number, number>>();

beforeAll(async () => {
  service = await FuzzedService.start();
});
afterAll(() => service.close());

async function send(asked: FuzzedRequest): Promise<boolean> {
  const answer = await service.send(asked).catch((error: unknown) => {
    throw new Fault(asked, [`there was no answer: ${String(error)}`]);
  });
  sent++;
  const statuses = answers.get(asked.operation) ?? new Map<number, number>();
  answers.set(asked.operation, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1));
  const problems = problemsOf(asked, answer);
  if (problems.length > 0) throw new Fault(asked, problems);
  return DESTRUCTIVE.includes(asked.operation) && (answer.status < 300 || answer.status === 422);
}

/** A wrong answer. The message has the request as it was sent. */
class Fault extends Error {
  constructor({ method, path, headers, body }: FuzzedRequest, problems: readonly string[]) {
    const lines = [
      ...problems,
      '',
      `${method} ${path}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(body === null
        ? []
        : [`Content-Type: ${body.type}`, '', JSON.stringify(body.bytes.toString('latin1'))]),
    ];
    super(lines.map((line) => line.slice(0, 2_000)).join('\n'));
    this.name = 'Fault';
  }
}

async function sendTogether(requests: readonly FuzzedRequest[]): Promise<void> {
  digest.add(requests);
  const before = Math.floor(sent / 10_000);
  const outcomes = await Promise.allSettled(requests.map(send));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  if (outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value)) await service.restore();
  if (service.leaks.size > 0) throw new Error(`The log has ${[...service.leaks].join(', ')}.`);
  if (Math.floor(sent / 10_000) > before) reportTotals();
}

function reportTotals(): void {
  const statuses = new Map<number, number>();
  for (const counts of answers.values())
    for (const [status, count] of counts) statuses.set(status, (statuses.get(status) ?? 0) + count);
  const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  report(
    `${sent} requests (${digest.soFar}); ${told.join(', ')}; ${Math.round(service.logBytes / 2 ** 20)} MiB of log`,
  );
}

const hasSucceeded = (operation: string): boolean =>
  [...(answers.get(operation)?.keys() ?? [])].some((status) => status < 300);

/** Requests that are all refused would show little: of most operations, one must have succeeded. */
const mostHaveSucceeded = (): boolean =>
  OPERATIONS.filter(({ id }) => hasSucceeded(id)).length > OPERATIONS.length * 0.8;

test(
  `every answer conforms to openapi.json, none is 5xx, and nothing leaks (HOLDFAST_TEST_SEED=${SEED})`,
  async () => {
    const requests = fc.array(anyRequest, { minLength: 1, maxLength: MAX_CONCURRENT, size: 'max' });
    await fc.assert(fc.asyncProperty(requests, sendTogether), {
      seed: SEED,
      numRuns: RUNS,
      includeErrorInReport: true,
    });
    // A short run may miss some operations by chance. It then takes more requests.
    const more = fc.sample(requests, { seed: SEED + 1, numRuns: 10 * RUNS }).values();
    for (const further of more) {
      if (mostHaveSucceeded()) break;
      await sendTogether(further);
    }
    reportTotals();
    expect(service.isRunning).toBe(true);
    expect(service.leaks.size).toBe(0);
    expect(service.logBytes).toBeGreaterThan(sent * 50);
    expect(mostHaveSucceeded()).toBe(true);
    for (const { id } of OPERATIONS)
      report(
        `${id}: ${[...(answers.get(id) ?? [])].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
      );
  },
  60_000 + REQUESTS * 200,
);
