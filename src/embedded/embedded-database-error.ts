/** The built-in database can't be used. The message says to a person what is wrong and what to do about it. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}
