/** A command failed for a reason that the user can fix. Only the message is printed; the exit code is 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
