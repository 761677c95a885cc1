import type { ComponentChildren, VNode } from 'preact';
import { TypedBefore, useTypedInto } from './kept-form.js';

interface PostFormProps {
  readonly action: string;
  /** Its controls and its button stand side by side. */
  readonly isLine?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** A form that changes something. If it came after the session had ended, it is filled in as it was. */
export function PostForm({ action, isLine, children }: PostFormProps): VNode {
  const typed = useTypedInto(action);
  return (
    <form class={isLine ? 'line' : undefined} method="post" action={action} id={typed && 'kept-form'}>
      <TypedBefore.Provider value={typed}>{children}</TypedBefore.Provider>
    </form>
  );
}

interface FormProps extends Omit<PostFormProps, 'children'> {
  /** What its button says. */
  readonly button: ComponentChildren;
  readonly method?: 'get' | 'post';
  /** What it does cannot be undone. */
  readonly isDangerous?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/** A form with one button. */
export function Form({ action, button, method = 'post', isLine, isDangerous, children }: FormProps): VNode {
  const content = (
    <>
      {children}
      <button type="submit" class={isDangerous ? 'danger' : undefined}>
        {button}
      </button>
    </>
  );
  if (method === 'post')
    return (
      <PostForm action={action} isLine={isLine}>
        {content}
      </PostForm>
    );
  return (
    <form class={isLine ? 'line' : undefined} action={action}>
      {content}
    </form>
  );
}
