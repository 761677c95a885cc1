/** A command could not do what was asked, for a reason its user can act on: printed as it is, exit code 1. */
export class CommandFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandFailed';
  }
}
