import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Exchange } from '../http/exchange.js';
import { say } from '../words/say.js';
import { ExchangeItem } from './exchange-item.js';

interface DrawerProps {
  readonly exchanges: readonly Exchange[];
  /** The address of the documentation. */
  readonly docs: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Wide enough for the drawer beside the shelf. */
const WIDE = '(min-width: 68rem)';

function isWide(): boolean {
  return matchMedia(WIDE).matches;
}

/** Each request of the page and its answer, the newest first. */
export function Drawer({ exchanges, docs, onClose, children }: DrawerProps): VNode {
  const drawer = useRef<HTMLElement>(null);
  // On a narrow page it is below everything else, where the patron would not see it open.
  useLayoutEffect(() => {
    if (isWide()) return;
    drawer.current?.focus({ preventScroll: true });
    drawer.current?.scrollIntoView();
  }, []);
  return (
    <aside ref={drawer} id="drawer" class="drawer" aria-labelledby="requests" tabIndex={-1}>
      <button class="close" onClick={onClose}>
        {say('close')}
      </button>
      {children}
      <section aria-labelledby="requests">
        <h3 id="requests">{say('requests')}</h3>
        <p class="quiet">
          {say('aboutRequests')} <a href={docs}>{say('allOperations')}</a>
        </p>
        <ol class="plain">
          {exchanges.map((exchange) => (
            <li key={exchange.number}>
              <ExchangeItem exchange={exchange} />
            </li>
          ))}
        </ol>
      </section>
    </aside>
  );
}
