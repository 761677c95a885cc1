import type { ComponentChildren, VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { PostForm } from './form.js';
import { Kept } from './kept-form.js';

interface PostButtonProps {
  /** The form's address. */
  readonly to: string;
  /** Sent with it. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** The method; `POST` by default. */
  readonly as?: 'PUT' | 'DELETE';
  readonly isDangerous?: boolean;
  readonly children: ComponentChildren;
}

/** A button that acts at once: a form without controls. */
export function PostButton({ to, as, fields, isDangerous = false, children }: PostButtonProps): VNode {
  return (
    <PostForm action={to} as={as} about={fields}>
      <button type="submit" class={isDangerous ? 'danger' : undefined}>
        {children}
      </button>
    </PostForm>
  );
}

/** What is seldom done, and cannot be undone: it is out of the way. A form that comes back is seen. */
export function More({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <details class="group" open={useContext(Kept) !== undefined}>
      <summary>More</summary>
      {children}
    </details>
  );
}

interface QuestionProps extends Omit<PostButtonProps, 'isDangerous' | 'children'> {
  /** What happens then. */
  readonly children: ComponentChildren;
  /** The action. */
  readonly title: string;
}

/** Asks before something is done that cannot be undone. */
export function Question({ title, children, ...sent }: QuestionProps): VNode {
  return (
    <details class="question">
      <summary>{title} …</summary>
      <p>{children}</p>
      <PostButton {...sent} isDangerous>
        {title}
      </PostButton>
    </details>
  );
}

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
}

/** A link on a line of its own. */
export function Link({ to, children }: LinkProps): VNode {
  return (
    <p>
      <a href={to}>{children}</a>
    </p>
  );
}
