import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ReadProblem } from './use-patron.js';
import { say } from './words/say.js';

interface Props {
  readonly problem: ReadProblem;
  readonly isReading: boolean;
  /** There is something to be seen from before. */
  readonly isOutdated: boolean;
  readonly onRetry: () => Promise<unknown>;
}

/** A connection that has come has no answers in its first moment. */
const CONNECTING_MS = 500;

/** Why something is not there, or out of date, and when it is read again: at the latest once there is a connection again. */
export function ReadProblemNotice({ problem, isReading, isOutdated, onRetry }: Props): VNode {
  const seconds = useSecondsUntil(problem.retryAt);
  useEffect(() => {
    const retry = (): unknown => setTimeout(onRetry, CONNECTING_MS);
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [onRetry]);
  return (
    <div class="notice">
      <p class="problem" role="alert">
        {problem.message}
        {isOutdated && ` ${say('outOfDate')}`}
      </p>
      {seconds !== undefined && (
        <p class="quiet">{isReading ? say('tryingAgain') : say('tryingAgainIn', { count: seconds })}</p>
      )}
      <div class="buttons">
        <button aria-disabled={isReading} onClick={() => (isReading ? undefined : onRetry())}>
          {say('tryAgain')}
        </button>
      </div>
    </div>
  );
}

function useSecondsUntil(time: number | undefined): number | undefined {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (time === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [time]);
  return time === undefined ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}
