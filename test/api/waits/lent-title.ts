import type { TestLibrary, TestPatron, TestTitle } from '../../support/test-library.js';

export const daysOf = async (patron: TestPatron, title: TestTitle): Promise<unknown> =>
  (await patron.find(title)).body.estimatedWaitDays;

/** A title with one copy that another patron has just borrowed. */
export async function addLentTitle(library: TestLibrary): Promise<TestTitle> {
  const [title, borrower] = [await library.addTitle(1), await library.addPatron()];
  expect((await borrower.borrow(title)).status).toBe(201);
  return title;
}
