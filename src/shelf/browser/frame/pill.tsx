import type { VNode } from 'preact';
import { type Drawing, Icon } from '../../frame/icon.js';

interface PillProps {
  readonly of: Drawing;
  readonly text: string;
}

/** What a title is to the patron now, in a word. */
export function Pill({ of, text }: PillProps): VNode {
  return (
    <strong class={`pill ${of}`}>
      <Icon of={of} />
      {text}
    </strong>
  );
}
