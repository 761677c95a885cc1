import type { ComponentChildren, VNode } from 'preact';
import { FormBefore, METHOD, useFormBefore } from './kept-form.js';

interface PostFormProps {
  readonly action: string;
  /** The method; `POST` by default. */
  readonly as?: 'PUT' | 'DELETE' | undefined;
  /** Its controls and its button stand side by side. */
  readonly isLine?: boolean | undefined;
  /** Hidden fields that tell the form from others with its address. */
  readonly about?: Readonly<Record<string, string>> | undefined;
  readonly children: ComponentChildren;
}

/** A form that changes something. */
export function PostForm(props: PostFormProps): VNode {
  return <SomeForm method="post" {...props} />;
}

/** If it was refused, or came after the session had ended, it is filled in as it was. */
function SomeForm({
  action,
  as,
  isLine,
  about = {},
  method,
  children,
}: PostFormProps & Pick<FormProps, 'method'>): VNode {
  const kept = useFormBefore(action, as, about);
  const { refusal } = kept ?? {};
  return (
    <form class={isLine ? 'line' : undefined} method={method} action={action} id={kept && 'kept-form'}>
      {Object.entries({ ...about, ...(as !== undefined && { [METHOD]: as }) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
export function Form({ button, method = 'post', isDangerous, children, ...props }: FormProps): VNode {
  return (
    <SomeForm method={method} {...props}>
      {children}
      <button type="submit" class={isDangerous ? 'danger' : undefined}>
        {button}
      </button>
    </SomeForm>
  );
}
