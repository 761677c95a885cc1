import type { ErrorCode } from '../../domain/errors.js';

interface TagDescription {
  readonly description: string;
  /** The refusals of each of its operations. */
  readonly refusals?: readonly ErrorCode[];
  /** Browsers get the errors of its operations as pages. */
  readonly hasErrorPages?: true;
}

/** The groups of operations, in the order in which a newcomer reads them. */
export const TAGS = {
  'Patron information': {
    description:
      'Where a client begins: links to all that concerns the patron, and templates for search and availability.',
  },
  Holds: {
    description:
      'A patron’s holds. A hold waits, is suspended, or is ready: a copy is set aside. Its `actions` tell what can be done now.',
  },
  Suspensions: {
    description: 'A suspended hold keeps its place in the queue, and others get the copies meanwhile.',
  },
  Watches: {
    description: 'Titles that a patron wants to hear of: they have no place in a queue, and are no promise.',
  },
  Checkouts: { description: 'A patron’s loans. A loan ends by itself when its time is over.' },
  Catalog: {
    description:
      'The titles of collections, for patrons and for clients. The collection token stands in the patron’s links and ' +
      'templates, and in the library’s record; it can change, and an old one is 404. So is a title that is in none of ' +
      'the collections, unless the patron holds it or has it on loan.',
    refusals: ['NotFound'],
  },
  Covers: {
    description:
      'Pictures of titles whose records name none. They need no token, and exist only when `DRAWN_COVERS` is on.',
    refusals: ['NotFound'],
  },
  Tokens: {
    description: 'Where tokens come from (OAuth 2), for the clients that a library has registered.',
  },
  Operator: {
    description:
      'For a library’s staff and its systems: with the operator’s token, or with an API token as far as its role permits.',
    refusals: ['NotFound', 'Forbidden'],
  },
  Sandbox: {
    description: 'The movable clock, to see days pass. It exists only where `SANDBOX` is true.',
    refusals: ['NotFound'],
  },
  Shelf: {
    description:
      'A page on which patrons see their holds and loans, and what it needs. It exists only where `SHELF` is true. Clients use none of these addresses.',
    refusals: ['NotFound'],
    hasErrorPages: true,
  },
  Process: { description: 'What a balancer, an operator and a reader ask of a process. Open to all.' },
} as const satisfies Readonly<Record<string, TagDescription>>;

export type TagName = keyof typeof TAGS;

export function describedTag(name: TagName): TagDescription {
  return TAGS[name];
}
