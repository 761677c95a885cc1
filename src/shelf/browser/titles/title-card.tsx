import type { ComponentChildren, VNode } from 'preact';
import type { TitleRecord } from '../http/records.js';
import { Note } from '../note.js';
import { say } from '../words/say.js';
import { Cover } from './cover.js';
import { kindsInWords } from './kinds.js';
import { creatorsOf } from './titles.js';

interface TitleCardProps {
  /** Of its heading, to which the focus can move. */
  readonly id: string;
  readonly kind: string;
  readonly title: TitleRecord | undefined;
  readonly children: ComponentChildren;
}

export function TitleCard({ id, kind, title, children }: TitleCardProps): VNode {
  return (
    <article class={`card ${kind}`} aria-labelledby={id}>
      <Cover title={title} />
      <div class="about">
        <h3 id={id} tabIndex={-1}>
          <bdi>{title?.title ?? say('aTitle')}</bdi>
        </h3>
        <Note at={id} />
        {title && (
          <p class="quiet">
            {kindsInWords(title.formats).map((kind) => (
              <span key={kind} class="badge">
                {kind}
              </span>
            ))}
            <bdi>{creatorsOf(title)}</bdi>
          </p>
        )}
        {children}
      </div>
    </article>
  );
}
