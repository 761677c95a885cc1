import type { ComponentChildren, VNode } from 'preact';

interface ColumnsProps {
  /** What one does about it, or what comes of it. */
  readonly beside: ComponentChildren;
  /** What one looks at, or fills in. */
  readonly children: ComponentChildren;
}

/** Two things side by side where there is room, and one below the other where there is none. */
export function Columns({ beside, children }: ColumnsProps): VNode {
  return (
    <div class="columns">
      <div>{children}</div>
      <div>{beside}</div>
    </div>
  );
}
