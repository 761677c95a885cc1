import type { VNode } from 'preact';
import { say } from '../words/say.js';

interface PlaceProps {
  readonly place: number;
  readonly length: number;
}

/** A place in a queue, in words and as a bar that is full at the front. */
export function Place({ place, length }: PlaceProps): VNode {
  return (
    <div class="place quiet">
      <svg aria-hidden="true" viewBox={`0 0 ${length} 1`} preserveAspectRatio="none">
        <rect class="all" width={length} height="1" />
        <rect width={length - place + 1} height="1" />
      </svg>
      <span>{say('inLine', { place, length })}</span>
    </div>
  );
}
