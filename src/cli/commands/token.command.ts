import { Command } from 'commander';
import { readConfig } from '../../platform/settings/config.js';
import { id, wholeNumber } from '../argument-values.js';
import { CommandFailed } from '../command-failed.js';
import { withDatabase } from '../database-server.js';
import { makePatronToken, numberOfPatron, ONE_HOUR, type OwnPatronName } from '../patron-token.js';

const MAX_TOKEN_SECONDS = 10 * 365 * 24 * ONE_HOUR;

interface TokenOptions {
  readonly library?: number;
  readonly externalId?: string;
  readonly card?: string;
  readonly expiresIn: number;
}

export function tokenCommand(): Command {
  return new Command('token')
    .description('create an access token for a patron and print it; the database keeps only its hash')
    .argument('[patronId]', "the patron's number in the service", id)
    .option('--library <number>', 'the library of the patron, for --external-id and --card', id)
    .option('--external-id <id>', "the library's own number of the patron")
    .option('--card <number>', 'one of the cards of the patron')
    .option('--expires-in <seconds>', 'how long it is valid', wholeNumber(1, MAX_TOKEN_SECONDS), ONE_HOUR)
    .action(async (patronId: number | undefined, options: TokenOptions) => {
      const named = nameIn(patronId, options);
      const config = readConfig();
      const token = await withDatabase(config, async (database) => {
        const found =
          typeof named === 'number' ? named : await numberOfPatron(database, named.library, named.name);
        return found && (await makePatronToken(database, config, found, options.expiresIn));
      });
      if (token === undefined) throw new CommandFailed(`There is no patron ${describe(named)}.`);
      console.log(token);
    });
}

/** The number in the service, or the name that a library has for the patron. */
type PatronName = number | { readonly library: number; readonly name: OwnPatronName };

/** @throws CommandFailed unless the patron is named in exactly one way */
function nameIn(patronId: number | undefined, { library, externalId, card }: TokenOptions): PatronName {
  if ([patronId, externalId, card].filter((name) => name !== undefined).length === 1) {
    if (patronId !== undefined && library === undefined) return patronId;
    if (library !== undefined && externalId !== undefined) return { library, name: { externalId } };
    if (library !== undefined && card !== undefined) return { library, name: { cardNumber: card.trim() } };
  }
  throw new CommandFailed('Give a patronId, or --library with --external-id or --card.');
}

function describe(named: PatronName): string {
  if (typeof named === 'number') return String(named);
  const { library, name } = named;
  const called = 'cardNumber' in name ? `the card ${name.cardNumber}` : `the externalId ${name.externalId}`;
  return `with ${called} in library ${library}`;
}
