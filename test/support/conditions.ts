import type { Answer } from './client.js';
import type { TestPatron, TestTitle } from './test-library.js';

/** The condition of a hold as its patron sees it, or `gone`. */
export type SeenCondition = 'waiting' | 'suspended' | 'ready' | 'gone';

/** @throws if the answer's members contradict each other */
export function conditionIn({ status, body }: Answer): SeenCondition {
  if (status === 404) return 'gone';
  const { actions, holdSuspension, holdExpires } = body as {
    actions: object;
    holdSuspension?: object;
    holdExpires?: string;
  };
  const isReady = 'checkout' in actions;
  const isSuspended = 'releaseSuspension' in actions;
  const agrees = isReady === (holdExpires !== undefined) && isSuspended === (holdSuspension !== undefined);
  if (status !== 200 || !agrees || (isReady && isSuspended))
    throw new Error(`No condition of a hold: ${status} ${JSON.stringify(body)}`);
  return isReady ? 'ready' : isSuspended ? 'suspended' : 'waiting';
}

/** The conditions of these patrons' holds on the title. */
export function conditionsOf(title: TestTitle, ...patrons: readonly TestPatron[]): Promise<SeenCondition[]> {
  return Promise.all(patrons.map(async (patron) => conditionIn(await patron.find(title))));
}
