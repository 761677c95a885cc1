import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useShelf } from '../shelf-context.js';
import { timeLeft } from '../times.js';

const LOOK_AGAIN_MS = 30_000;

/** How long it is until something ends. */
export function Countdown({ to }: { readonly to: string }): VNode {
  const { now } = useShelf();
  const [, setLooks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setLooks((before) => before + 1), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time class="countdown" dateTime={to}>
      {timeLeft(to, now())}
    </time>
  );
}
