import type { VNode } from 'preact';

/** Drawn with a pen, in a square of 24. */
const DRAWINGS = {
  ready: 'M4 12.5l5.5 5.5L20 7',
  waiting: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7v5.5l3.5 2',
  suspended: 'M8 5v14M16 5v14',
  loans: 'M12 6c-2-2-5-2-9-2v14c4 0 7 0 9 2c2-2 5-2 9-2V4c-4 0-7 0-9 2v14',
  holds: 'M6 3h12v18l-6-5l-6 5z',
  settings: 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4 20c0-4 4-5 8-5s8 1 8 5',
  signOut: 'M10 4H5v16h5M9 12h11M16 7l5 5l-5 5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.5 15.5l5 5',
} as const;

export type Drawing = keyof typeof DRAWINGS;

/** A picture beside the words that say the same. */
export function Icon({ of }: { readonly of: Drawing }): VNode {
  return (
    <svg class="icon" aria-hidden="true" viewBox="0 0 24 24">
      <path d={DRAWINGS[of]} />
    </svg>
  );
}
