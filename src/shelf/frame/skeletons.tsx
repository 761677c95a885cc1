import type { VNode } from 'preact';
import type { View } from '../views.js';
import type { Say } from './masthead.js';
import type { FirstFrame } from './remembered.js';

/** As many as the first screen shows. */
const MAX_SKELETONS = 8;

/** The places of cards that are not there yet. */
export function Skeletons({ count = MAX_SKELETONS }: { readonly count?: number }): VNode {
  return (
    <ul class="cards" aria-hidden="true">
      {Array.from({ length: Math.min(count, MAX_SKELETONS) }, (_, index) => (
        <li key={index} class="card">
          <span class="cover" />
          <div class="about">
            <p class="skeleton" />
            <p class="skeleton" />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface AwaitedViewProps {
  readonly say: Say;
  readonly view: View;
  readonly frame: FirstFrame;
}

/** A view before it is there: the page shows it before its script runs, and until all is read. */
export function AwaitedView({ say, view, frame: { loans, holds } }: AwaitedViewProps): VNode {
  const counts = { loans, holds, search: MAX_SKELETONS, settings: 0 };
  return (
    <section aria-busy="true">
      <div class="head">
        <h2>{nameOf(view, say)}</h2>
      </div>
      <p class="for-readers">{say('readingShelf')}</p>
      <Skeletons count={counts[view]} />
    </section>
  );
}

export function nameOf(view: View, say: Say): string {
  return say(view === 'settings' ? 'mySettings' : view);
}
