import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from './words/say.js';

/** That there is no connection, before a request fails for it. */
export function Offline(): VNode | null {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const look = (): void => setOffline(!navigator.onLine);
    const moments = ['online', 'offline'];
    look();
    for (const each of moments) addEventListener(each, look);
    return () => moments.forEach((each) => removeEventListener(each, look));
  }, []);
  return isOffline ? <p class="notice">{say('offline')}</p> : null;
}
