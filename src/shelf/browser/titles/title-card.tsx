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
  /** The title is not there yet: its place is kept. */
  readonly isLooking?: boolean;
  readonly children: ComponentChildren;
}

export function TitleCard({ id, kind, title, isLooking = false, children }: TitleCardProps): VNode {
  return (
    <article class={`card ${kind}`} aria-labelledby={id} aria-busy={isLooking}>
      <Cover title={title} />
      <div class="about">
        <h3 id={id} tabIndex={-1} class={isLooking ? 'skeleton' : ''}>
          <bdi>{title?.title ?? say('aTitle')}</bdi>
        </h3>
        <Note at={id} />
        {isLooking && <p class="quiet by skeleton" />}
        {title && (
          <p class="quiet by">
            {kindsInWords(title.formats).flatMap((each) => [
              <span key={each} class="badge">
                {each}
              </span>,
              ' ',
            ])}
            <bdi>{creatorsOf(title)}</bdi>
          </p>
        )}
        {children}
      </div>
    </article>
  );
}
