import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../http/api-client.js';
import type { HoldRecord, LoanRecord, TitleRecord, WatchRecord } from '../http/records.js';
import { isWorthRetrying } from '../refusals.js';
import { useShelf } from '../shelf-context.js';
import { waitAfter } from './titles.js';

interface Looked {
  /** Undefined also where the service no longer tells it. */
  readonly title: TitleRecord | undefined;
  readonly isLooking: boolean;
}

/** The title of a hold, a loan or what is kept for later. What was refused for now is asked for again. */
export function useTitle({ links, reserveId }: HoldRecord | LoanRecord | WatchRecord): Looked {
  const { titles } = useShelf();
  const href = links?.metadata?.href;
  const [looked, setLooked] = useState<Looked>(() => {
    const title = href === undefined ? undefined : titles.knows(href);
    return { title, isLooking: href !== undefined && title === undefined };
  });
  useEffect(() => {
    if (href === undefined || titles.knows(href) !== undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = (): void =>
      void titles.find(href, reserveId).then(
        (title) => setLooked({ title, isLooking: false }),
        (error: unknown) => {
          const isWorthIt = error instanceof ApiError && isWorthRetrying(error);
          setLooked({ title: undefined, isLooking: isWorthIt });
          if (isOver || !isWorthIt) return;
          timer = setTimeout(look, waitAfter(error));
        },
      );
    look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [titles, href, reserveId]);
  return looked;
}
