import type { Answer } from './client.js';

/** A hold as its holder sees it: which of its conditions it is in, or `gone`. */
export type SeenCondition = 'waiting' | 'suspended' | 'ready' | 'gone';

/** @throws when an answer tells of a condition that there is not */
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
