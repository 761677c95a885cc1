import type { ComponentChildren, VNode } from 'preact';

export type Tone = 'good' | 'plain' | 'warning' | 'problem';

interface NoticeProps {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}

/** A short text that stands out. Screen readers announce it when the page appears, so use it for what has just happened or is wrong. */
export function Notice({ tone = 'plain', children }: NoticeProps): VNode {
  return (
    <p class={`notice ${tone}`} role="status">
      {children}
    </p>
  );
}
