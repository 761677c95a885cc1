import type { TestRecord } from '../../../support/records.js';
import type { ServiceUnderTest } from '../../../support/service.js';
import { Conversation, type Exchange } from './conversation.js';
import { KNOWN, openLendingLibrary } from './lending-library.js';

/** What a client does, one sentence each, and the exchanges it takes. They build upon each other. */
export type Operations = Readonly<Record<string, readonly Exchange[]>>;

export interface Replay {
  readonly service: () => ServiceUnderTest;
  readonly conversation: () => Conversation;
  /** Adds one test for each operation. */
  readonly operations: (operations: Operations) => void;
}

/** One client at one service of its own, for the tests of one file. `more` records come after the library's own. */
export function replay(more: readonly TestRecord[] = []): Replay {
  let service: ServiceUnderTest | undefined;
  let conversation: Conversation | undefined;
  beforeAll(async () => {
    service = await openLendingLibrary(more);
    conversation = new Conversation(service.url, KNOWN);
  });
  afterAll(() => service?.close());

  const opened = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('The library of these tests did not open.');
    return value;
  };
  return {
    service: () => opened(service),
    conversation: () => opened(conversation),
    operations: (operations) => {
      for (const [does, exchanges] of Object.entries(operations))
        test(does, async () => {
          for (const exchange of exchanges) await opened(conversation).exchange(exchange);
        });
    },
  };
}
