import type { VNode } from 'preact';
import { placesToDraw } from './people.js';

const WIDTH = 18;
const HEIGHT = 36;

interface LineProps {
  readonly place: number;
  readonly length: number;
}

/** A place in a queue as people in a line, the front where reading begins, with the patron marked. */
export function LineOfPeople({ place, length }: LineProps): VNode {
  const drawn = placesToDraw(place, length);
  const width = drawn.length * WIDTH;
  return (
    <svg class="line" aria-hidden="true" viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT}>
      {drawn.map((each, index) =>
        each === undefined ? (
          <circle key={`gap ${index}`} class="gap" cx={(index + 0.5) * WIDTH} cy={HEIGHT - 6} r="2" />
        ) : (
          <g key={each} class={each === place ? 'me' : 'other'}>
            <circle cx={(index + 0.5) * WIDTH} cy="9" r="6" />
            <path d={`M${index * WIDTH + 2} ${HEIGHT - 2}v-10a7 7 0 0 1 14 0v10z`} />
          </g>
        ),
      )}
    </svg>
  );
}
