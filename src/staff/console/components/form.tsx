import type { ComponentChildren, VNode } from 'preact';

interface FormProps {
  readonly action: string;
  /** What its button says. */
  readonly button: ComponentChildren;
  readonly method?: 'get' | 'post';
  /** Its controls and its button stand side by side. */
  readonly isLine?: boolean;
  /** What it does cannot be undone. */
  readonly isDangerous?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/** A form with one button. */
export function Form({ action, button, method = 'post', isLine, isDangerous, children }: FormProps): VNode {
  return (
    <form class={isLine ? 'line' : undefined} method={method} action={action}>
      {children}
      <button type="submit" class={isDangerous ? 'danger' : undefined}>
        {button}
      </button>
    </form>
  );
}
