/** What nobody has had a reason to set, with the settings because parts of the service share it. Tests give other values. */
export const CONSTANTS = {
  /** Lifetime of a token from the token endpoints. */
  tokenSeconds: 3_600,
  /** How long the address of a loan's content is good. */
  contentLinkSeconds: 300,
  /** How long a request may take to arrive. Those with records have `silenceSeconds`. */
  requestTimeoutSeconds: 30,
  /** For how long no byte may come, of a file or of records. */
  silenceSeconds: 60,
  /** Of a file that keeps a place of `uploadsAtOnce` meanwhile: fewer count as silence. Every line brings more. */
  uploadBytesPerSecond: 10_000,
  /** How many uploads one process keeps, beside those that wait for somebody. */
  uploadsAtOnce: 6,
  /** Of one library: the other places are for others. */
  uploadsOfLibrary: 2,
  /** Of one upload, and of all of a library: 1,048,576 bytes each. All libraries together have three times as many. */
  uploadsMaxMegabytes: 512,
  /** Of the records of one request, which are not kept. */
  maxStreamMegabytes: 10_000,
  /** How many mails one process sends at the same time. */
  mailConcurrency: 3,
  /** How long requests in progress may take before a stopping process cuts them. */
  shutdownSeconds: 30,
  /** Requests per minute with one API token of staff, counted by each process; 0 for no limit. */
  requestsPerApiToken: 6_000,
  /** Unknown tokens and sessions per minute of one address, counted by each process; 0 for no limit. */
  wrongTokensPerAddress: 600,
  /** Wrong secrets per minute of one client from one address, counted by each process; 0 for no limit. */
  wrongSecretsPerClient: 60,
};

export type Constants = typeof CONSTANTS;
