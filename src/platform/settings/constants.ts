/** Values that no installation has had a reason to change. They are with the settings because modules share them, and tests set others. */
export const CONSTANTS = {
  /** Lifetime of a token from the token endpoints. */
  tokenSeconds: 3_600,
  /** How long the address of a loan's content is valid. */
  contentLinkSeconds: 300,
  /** How long a request may take to arrive. Requests with records are limited by `silenceSeconds`. */
  requestTimeoutSeconds: 30,
  /** The longest pause between bytes of a file or of records. */
  silenceSeconds: 60,
  /** The minimum rate of a file that takes a place of `uploadsAtOnce`: a slower one counts as silent. Records have no such rate. */
  uploadBytesPerSecond: 10_000,
  /** The limit on uploads in one process, without those that wait for an answer of staff. */
  uploadsAtOnce: 6,
  /** The limit per library, so that others find a place. */
  uploadsOfLibrary: 2,
  /** The limit of one upload, and of all of a library, in 1,048,576 bytes. All libraries together have three times as many. */
  uploadsMaxMegabytes: 512,
  /** The limit on the records of one request, which are not stored. */
  maxStreamMegabytes: 10_000,
  /** The number of mails that one process sends at the same time. */
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
