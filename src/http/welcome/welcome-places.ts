export interface Welcome {
  readonly version: string;
  readonly publicUrl: string;
  /** There is a page for patrons. */
  readonly hasShelf: boolean;
  /** Visitors may try the console. Elsewhere the public does not reach it. */
  readonly isSandbox: boolean;
}

/** An address of the service for those who come for the first time. */
export interface Place {
  /** Without the first slash. */
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
