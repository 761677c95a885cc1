import type { VNode } from 'preact';

/** A sentence in which `**` marks what is shown in bold. */
export function Marked({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text.split('**').map((part, index) => (index % 2 === 1 ? <strong key={index}>{part}</strong> : part))}
    </>
  );
}
