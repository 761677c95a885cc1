/** What a client asked, as query parameters by name, but for the page: to ask the same again, and to tell searches apart. */
export type RawSearchParameters = Readonly<Record<string, string | undefined>>;
