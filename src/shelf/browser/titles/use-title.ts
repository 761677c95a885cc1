import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../http/api-client.js';
import type { HoldRecord, LoanRecord, TitleRecord } from '../http/records.js';
import { isWorthRetrying } from '../refusals.js';
import { useShelf } from '../shelf-context.js';

const WAIT_SECONDS = 5;

/** The title of a hold or a loan; undefined until it is there. What was refused for now is asked for again. */
export function useTitle({ links, reserveId }: HoldRecord | LoanRecord): TitleRecord | undefined {
  const { titles } = useShelf();
  const [title, setTitle] = useState<TitleRecord>();
  const href = links?.metadata?.href;
  useEffect(() => {
    if (href === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = (): void =>
      void titles.find(href, reserveId).then(setTitle, (error: unknown) => {
        setTitle(undefined);
        if (isOver || !(error instanceof ApiError) || !isWorthRetrying(error)) return;
        timer = setTimeout(look, (error.retryAfterSeconds ?? WAIT_SECONDS) * 1000);
      });
    look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [titles, href, reserveId]);
  return title;
}
