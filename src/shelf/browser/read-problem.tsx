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

/** Why the shelf is not there, or out of date, and when it is read again. */
export function ReadProblemNotice({ problem, isReading, isOutdated, onRetry }: Props): VNode {
  const seconds = useSecondsUntil(problem.retryAt);
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
          {say('tryNow')}
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
