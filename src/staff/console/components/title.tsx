import type { VNode } from 'preact';
import type { FormatClass } from '../../../domain/lending-period.js';

/** The facts that distinguish titles of the same name. */
export interface ToldTitle {
  readonly title: string;
  readonly creators: readonly { readonly name: string }[];
  readonly formatClass: FormatClass;
}

const FORMATS: Readonly<Record<FormatClass, string>> = {
  eBook: 'E-book',
  Audiobook: 'Audiobook',
  Video: 'Video',
};

/** More names would hide the title. */
const MAX_CREATORS = 2;

interface TitleProps {
  readonly of: ToldTitle;
  /** The title's page; undefined: there is none. */
  readonly href?: string;
}

/** A title with its format and its author, for lists. */
export function Title({ of, href }: TitleProps): VNode {
  return (
    <span class="told-title">
      {href === undefined ? of.title : <a href={href}>{of.title}</a>}{' '}
      <span class="title-details">{detailsOf(of)}</span>
    </span>
  );
}

export function formatOf({ formatClass }: Pick<ToldTitle, 'formatClass'>): string {
  return FORMATS[formatClass];
}

/** All names in one cell of a file. */
export function creatorsOf({ creators }: Pick<ToldTitle, 'creators'>): string {
  return creators.map(({ name }) => name).join('; ');
}

/** Such as "E-book, by Mary Shelley". */
export function detailsOf({ creators, formatClass }: Omit<ToldTitle, 'title'>): string {
  const names = creators.slice(0, MAX_CREATORS).map(({ name }) => name);
  if (creators.length > MAX_CREATORS) names.push('others');
  return names.length === 0 ? FORMATS[formatClass] : `${FORMATS[formatClass]}, by ${listed(names)}`;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}
