import { statement } from '../../../src/platform/database/statement.js';
import { waitUntilPublished } from '../events/event-reader.js';
import { mustSucceed } from '../client.js';
import type { TestLibrary, TestPatron, TestTitle } from '../test-library.js';

export const COUNTS = statement<{ observed: string; count: number; amount: number }>(
  'test-observations',
  `SELECT concat_ws(' ', measure, format_class, period, bucket) AS observed, sum(count)::int AS count, sum(amount)::int AS amount
   FROM observation GROUP BY observed ORDER BY observed`,
);

/** How often each was observed in all weeks, such as `loan eBook 21 10`; of waits with the sum of their hours. */
export async function observedOf({
  service,
}: TestLibrary): Promise<Record<string, number | [count: number, hours: number]>> {
  await waitUntilPublished(service);
  const rows = await service.database.run(COUNTS);
  return Object.fromEntries(
    rows.map(({ observed: kind, count, amount }) => [
      kind,
      kind.startsWith('waiting') ? [count, amount] : count,
    ]),
  );
}

/** A title of one copy, which another patron has just borrowed. */
export async function lentTitleOf(library: TestLibrary): Promise<{ title: TestTitle; borrower: TestPatron }> {
  const [title, borrower] = [await library.addTitle(1), await library.addPatron()];
  await mustSucceed(borrower.borrow(title));
  return { title, borrower };
}
