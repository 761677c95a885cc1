export interface Welcome {
  readonly version: string;
  readonly publicUrl: string;
  /** Whether patrons have a page. */
  readonly hasShelf: boolean;
  /** Whether visitors may try the console, which is otherwise not reachable by the public. */
  readonly isSandbox: boolean;
}

/** An address of the service for newcomers. */
export interface Place {
  /** Without the leading slash. */
  readonly path: string;
  readonly purpose: string;
}

export function placesOf({ hasShelf, isSandbox }: Welcome): readonly Place[] {
  return [
    ...(hasShelf
      ? [{ path: 'shelf', purpose: 'A patron’s holds and loans. Sign in with a library card.' }]
      : []),
    ...(isSandbox
      ? [{ path: 'console', purpose: 'For library staff: queues, titles to buy, patrons, mail.' }]
      : []),
    { path: 'docs', purpose: 'Every operation, to read about and to try.' },
    { path: 'openapi.json', purpose: 'The same for programs, as OpenAPI 3.1.' },
    { path: 'v1/patrons/me', purpose: 'Where a client begins. It needs a patron’s token.' },
    { path: 'health/ready', purpose: 'Whether the service can do its work now.' },
  ];
}
