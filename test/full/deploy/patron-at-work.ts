import { type Answer, type PatronClient } from '../../support/client.js';
import { holdPath, HOLDS } from '../../support/paths.js';

/** Requests of one patron, one after the other, none sent again, until `isOver`. @returns those that did not succeed */
export async function useHolds(client: PatronClient, isOver: () => boolean): Promise<string[]> {
  const failures: string[] = [];
  const expectStatus = async (expected: number, request: Promise<Answer>): Promise<void> => {
    const outcome = await request.then(({ status }) => status, String);
    if (outcome !== expected) failures.push(`${outcome} instead of ${expected}`);
  };
  while (!isOver()) {
    await expectStatus(201, client.post(HOLDS, { id: 1, ignoreHoldEmail: true }));
    await expectStatus(200, client.get(HOLDS));
    await expectStatus(204, client.delete(holdPath(1)));
  }
  return failures;
}
