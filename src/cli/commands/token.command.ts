import { Command } from 'commander';
import { saveToken } from '../../access/tokens/tokens.store.js';
import { OwnTokens } from '../../http/authorization/own-tokens.js';
import { readConfig } from '../../platform/settings/config.js';
import { id, wholeNumber } from '../argument-values.js';
import { withDatabase } from '../database-server.js';
import { CommandFailed } from '../command-failed.js';

const ONE_HOUR = 3600;
const MAX_TOKEN_SECONDS = 10 * 365 * 24 * ONE_HOUR;

export function tokenCommand(): Command {
  return new Command('token')
    .description('create an access token for a patron and print it; the database keeps only its hash')
    .argument('<patronId>', "the patron's number", id)
    .option('--expires-in <seconds>', 'how long it is valid', wholeNumber(1, MAX_TOKEN_SECONDS), ONE_HOUR)
    .action(async (patronId: number, { expiresIn }: { expiresIn: number }) => {
      const config = readConfig();
      const token = await withDatabase(config, async (database) => {
        const made = await new OwnTokens(database, config.tokenKeys).make();
        return (await saveToken(database, made, patronId, expiresIn)) ? made : undefined;
      });
      if (token === undefined) throw new CommandFailed(`There is no patron ${patronId}.`);
      console.log(token);
    });
}
