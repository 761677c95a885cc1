import { listen } from '../../../src/cli/listening/listening.js';
import { LocalReceiver } from '../../../src/cli/listening/local-receiver.js';
import { newSecret } from '../../../src/platform/outbound/signature.js';
import { representTime } from '../../../src/http/answers/timestamp.representation.js';
import { expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually, serviceTime } from '../../support/clock.js';
import { EventReader, waitUntilPublished } from '../../support/events/event-reader.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary } from '../../support/test-library.js';
import { Receiver } from '../../support/webhooks/receiver.js';

let library: TestLibrary;
let operator: OperatorClient;
let receiver: Receiver;
beforeAll(async () => {
  library = await TestLibrary.alone({}, { ROLE: 'all', OPERATOR_TOKEN });
  operator = new OperatorClient(library.service.url);
});
beforeEach(async () => {
  receiver = await Receiver.start();
  receiver.secret = newSecret();
});
afterEach(() => receiver.stop());
afterAll(() => library.close());

/** What `holdfast listen` prints while `act` runs. It ends as by Ctrl-C. */
async function listening(
  since: Date | undefined,
  act: (lines: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const lines: string[] = [];
  const stopping = new AbortController();
  const ended = listen(
    { url: library.service.url, token: OPERATOR_TOKEN },
    { url: receiver.url, secret: receiver.secret },
    since,
    { signal: stopping.signal, report: (line) => lines.push(line) },
  );
  try {
    await eventually(() => expect(lines).not.toEqual([]));
    await act(lines);
  } finally {
    stopping.abort();
    await ended;
  }
  return lines;
}

async function placeHold(): Promise<void> {
  await mustSucceed((await library.addPatron()).place(await library.addTitle(0)));
}

const told = (count: number): Promise<void> =>
  eventually(() => expect(receiver.events.filter(({ type }) => type === 'hold.placed')).toHaveLength(count));

test('a receiver on the developer’s machine gets what happens, signed, and a line says what it answered', async () => {
  await placeHold();
  await waitUntilPublished(library.service);
  const lines = await listening(undefined, async (soFar) => {
    await placeHold();
    await told(1);
    // The receiver has the event before its answer is here.
    await eventually(() => expect(soFar).toContainEqual(expect.stringContaining('hold.placed')));
  });
  expect(receiver.refused).toBe(0);
  const placed = receiver.events.find(({ type }) => type === 'hold.placed')!;
  const feed = await new EventReader(operator).rest();
  expect(feed).toContainEqual(placed);
  expect(lines).toContain(`204  hold.placed  ${placed.subject}  ${placed.id}`);
});

test('what has happened since a moment is sent once more, and nothing from before it', async () => {
  await advanceClock(library.service, DAY);
  const since = await serviceTime(library.service);
  await placeHold();
  await placeHold();
  await waitUntilPublished(library.service);
  await listening(since, () => told(2));
  const before = receiver.events.filter(({ time }) => time < representTime(since).slice(0, 13));
  expect(before).toEqual([]);
});

describe('an event that is not accepted', () => {
  const event = {
    specversion: '1.0',
    id: '6d78c152-ae92-4ad0-b0c8-9f4a84de6c8c',
    source: '/operator/v1/libraries/1',
    type: 'hold.placed',
    time: '2026-11-22T18:00:00Z',
    subject: 'patrons/1',
    datacontenttype: 'application/json',
    data: { websiteId: 1, patronId: 1 },
  } as const;

  async function deliver(url = receiver.url): Promise<string[]> {
    const lines: string[] = [];
    const local = new LocalReceiver(
      url,
      receiver.secret,
      (line) => lines.push(line),
      () => 0,
    );
    await local.deliver(event, new AbortController().signal);
    return lines.map((line) => line.replace(`  hold.placed  patrons/1  ${event.id}`, ''));
  }

  test('comes again', async () => {
    receiver.rule = () => (receiver.requests === 1 ? 500 : undefined);
    expect(await deliver()).toEqual(['500  Again in 0 seconds.', '204']);
  });

  test('is left after the fourth refusal', async () => {
    receiver.rule = () => 400;
    const lines = await deliver();
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toBe('400  It is not sent again.');
  });
});

test('a token that the service does not know ends it, with the service’s own words', async () => {
  const service = { url: library.service.url, token: 'no-token' };
  const nowhere = { signal: new AbortController().signal, report: () => undefined };
  await expect(listen(service, receiver, undefined, nowhere)).rejects.toThrow(/has answered 401\. \w/);
  const nobody = { ...service, url: 'http://127.0.0.1:9' };
  await expect(listen(nobody, receiver, undefined, nowhere)).rejects.toThrow('No service answers at');
});

test.each(['http://localhost:8000/', 'https://127.0.0.1/'])(
  'a webhook to %s is refused with what allows it, and with the command to use instead',
  async (url) => {
    const refused = await operator.post(`/operator/v1/libraries/${WEBSITE_ID}/webhooks`, { url });
    expectRefusal(refused, 'InvalidFieldValue');
    expect(refused.text).toContain('OUTBOUND_PRIVATE_NETWORKS');
    expect(refused.text).toContain('holdfast listen');
  },
);
