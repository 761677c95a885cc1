import type { ComponentChildren, VNode } from 'preact';
import type { Exchange } from '../http/exchange.js';
import { ExchangeItem } from './exchange-item.js';

interface DrawerProps {
  readonly exchanges: readonly Exchange[];
  readonly children: ComponentChildren;
}

/** Each request of the page and its answer, the newest first. */
export function Drawer({ exchanges, children }: DrawerProps): VNode {
  return (
    <aside id="drawer" class="drawer" aria-labelledby="requests" tabIndex={-1}>
      {children}
      <section aria-labelledby="requests">
        <h3 id="requests">Requests</h3>
        <p class="quiet">
          The page knows one address. All others are links, templates and actions of earlier answers.
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
