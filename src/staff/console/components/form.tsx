import type { ComponentChildren, VNode } from 'preact';
import { FormBefore, METHOD, useFormBefore } from './kept-form.js';

interface PostFormProps {
  readonly action: string;
  /** The method; `POST` by default. */
  readonly as?: 'PUT' | 'DELETE' | undefined;
  /** Its controls and its button stand side by side. */
  readonly isLine?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** A form that changes something. If it was refused, or came after the session had ended, it is filled in as it was. */
export function PostForm({ action, as, isLine, children }: PostFormProps): VNode {
  const kept = useFormBefore(action, as);
  const { refusal } = kept ?? {};
  return (
    <form class={isLine ? 'line' : undefined} method="post" action={action} id={kept && 'kept-form'}>
      {as !== undefined && <input type="hidden" name={METHOD} value={as} />}
      {refusal !== undefined && refusal.field === undefined && (
        <p class="field-problem" role="status">
          {refusal.message}
        </p>
      )}
      <FormBefore.Provider value={kept}>{children}</FormBefore.Provider>
    </form>
  );
}

interface FormProps extends Omit<PostFormProps, 'children'> {
  /** The button's text. */
  readonly button: ComponentChildren;
  readonly method?: 'get' | 'post';
  /** Its effect cannot be undone. */
  readonly isDangerous?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/** A form with one button. */
export function Form(props: FormProps): VNode {
  const { action, as, button, method = 'post', isLine, isDangerous, children } = props;
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
      <PostForm action={action} as={as} isLine={isLine}>
        {content}
      </PostForm>
    );
  return (
    <form class={isLine ? 'line' : undefined} action={action}>
      {content}
    </form>
  );
}
