/** The code of an error or of its cause: of the system, such as ECONNREFUSED, or of PostgreSQL, such as 57P03. */
export function causeCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Object; cause = 'cause' in cause ? cause.cause : undefined)
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return undefined;
}
