import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ReadProblem } from './use-patron.js';

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
        {isOutdated && ' What is shown here may be out of date.'}
      </p>
      {seconds !== undefined && (
        <p class="quiet">{isReading ? 'Trying again …' : `Trying again in ${seconds} s.`}</p>
      )}
      <div class="buttons">
        <button aria-disabled={isReading} onClick={() => (isReading ? undefined : onRetry())}>
          Try now
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
