import { Command } from 'commander';
import { addApiToken, endOfToken, MAX_TOKEN_DAYS, removeApiToken } from '../../staff/accounts/accounts.js';
import { OwnTokens } from '../../http/authorization/own-tokens.js';
import type { Database } from '../../platform/database/database.js';
import { readConfig } from '../../platform/settings/config.js';
import { listStaff } from '../../staff/sign-in/accounts.store.js';
import type { Role } from '../../staff/permissions/staff-principal.js';
import { wholeNumber } from '../argument-values.js';
import {
  LIBRARY_HELP,
  type LibraryOption,
  libraryOrAll,
  onDatabase,
  ROLE_HELP,
  rolesIn,
  rolesText,
  websiteIdOf,
} from '../staff-options.js';

export function staffTokenCommand(): Command {
  return new Command('token')
    .description("tokens with which machines use the operator's endpoints")
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand());
}

interface AddTokenOptions {
  readonly name: string;
  readonly role: Role[];
  readonly library: LibraryOption;
  readonly expiresInDays?: number;
}

function addCommand(): Command {
  return new Command('add')
    .description('make a token and print it; the database keeps only its hash')
    .requiredOption('--name <name>', 'what the machine is called in the log of actions')
    .requiredOption('--role <role>', ROLE_HELP, rolesIn)
    .requiredOption('--library <websiteId>', LIBRARY_HELP, libraryOrAll)
    .option(
      '--expires-in-days <days>',
      'without it, the token does not expire',
      wholeNumber(1, MAX_TOKEN_DAYS),
    )
    .action(async ({ name, role, library, expiresInDays }: AddTokenOptions) => {
      const expiresAt = endOfToken(expiresInDays);
      const wanted = { name, roles: role, websiteId: websiteIdOf(library), expiresAt };
      const ownTokens = (database: Database): OwnTokens => new OwnTokens(database, readConfig().tokenKeys);
      const { token } = await onDatabase((database) => addApiToken(database, ownTokens(database), wanted));
      console.log(token);
    });
}

function listCommand(): Command {
  return new Command('list').description('print all API tokens, without their secrets').action(async () => {
    for (const each of await onDatabase((database) => listStaff(database, true))) {
      const end = each.expiresAt === null ? 'does not expire' : `expires ${each.expiresAt.toISOString()}`;
      console.log([each.name, rolesText(each), end].join('\t'));
    }
  });
}

function removeCommand(): Command {
  return new Command('remove')
    .description('end an API token at once')
    .argument('<name>')
    .action(async (name: string) => {
      await onDatabase((database) => removeApiToken(database, name));
      console.log(`Removed ${name}.`);
    });
}
