/** The query parameters as a client sent them, without the page: to repeat the search, and to tell searches apart. */
export type RawSearchParameters = Readonly<Record<string, string | undefined>>;
