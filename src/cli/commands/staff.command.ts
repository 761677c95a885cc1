import { Command } from 'commander';
import {
  addAccount,
  newPassword,
  removeAccount,
  setPassword,
  setRoles,
  signOut,
} from '../../staff/accounts/accounts.js';
import { endAllSessions, listStaff, type StaffMember } from '../../staff/sign-in/accounts.store.js';
import type { Role } from '../../staff/permissions/staff-principal.js';
import { firstLineOfInput } from '../input-file.js';
import { CommandFailed } from '../command-failed.js';
import {
  LIBRARY_HELP,
  type LibraryOption,
  libraryOrAll,
  libraryText,
  onDatabase,
  ROLE_HELP,
  rolesIn,
  rolesOrNoneIn,
  rolesText,
  websiteIdOf,
} from '../staff-options.js';
import { staffTokenCommand } from './staff-token.command.js';

export function staffCommand(): Command {
  return new Command('staff')
    .description('accounts of library staff, and API tokens of machines (docs/staff.md)')
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand())
    .addCommand(setRoleCommand())
    .addCommand(setPasswordCommand())
    .addCommand(signOutCommand())
    .addCommand(staffTokenCommand());
}

interface PasswordOptions {
  readonly passwordFromStdin?: true;
  readonly generatePassword?: true;
}

interface AddStaffOptions extends PasswordOptions {
  readonly role: Role[];
  readonly library: LibraryOption;
  readonly oidcSubject?: string;
  readonly email?: string;
}

function addCommand(): Command {
  return withPasswordOptions(new Command('add'))
    .description('add an account')
    .argument('<name>', 'what the person signs in with')
    .requiredOption('--role <role>', ROLE_HELP, rolesIn)
    .requiredOption('--library <websiteId>', LIBRARY_HELP, libraryOrAll)
    .option('--oidc-subject <sub>', "the person's identifier at the identity provider")
    .option('--email <address>', 'the e-mail address that the identity provider vouches for')
    .action(async (name: string, { role, library, oidcSubject, email, ...options }: AddStaffOptions) => {
      const password = await passwordOf(options);
      const given = { name, password, isTemporary: options.generatePassword, oidcSubject, email };
      const wanted = { ...given, websiteId: websiteIdOf(library), roles: role };
      await onDatabase((database) => addAccount(database, wanted));
      console.log(`Added ${name}.`);
      if (password !== undefined) printGenerated(password, options);
    });
}

function listCommand(): Command {
  return new Command('list').description('print all accounts').action(async () => {
    for (const each of await onDatabase((database) => listStaff(database, false)))
      console.log([each.name, rolesText(each), waysIn(each)].join('\t'));
  });
}

function removeCommand(): Command {
  return new Command('remove')
    .description('remove an account, and end its sessions')
    .argument('<name>')
    .action(async (name: string) => {
      await onDatabase((database) => removeAccount(database, name));
      console.log(`Removed ${name}.`);
    });
}

function setRoleCommand(): Command {
  return new Command('set-role')
    .description('replace the roles that an account or API token has in a library; takes effect at once')
    .argument('<name>')
    .requiredOption('--role <role>', `${ROLE_HELP}; or none`, rolesOrNoneIn)
    .requiredOption('--library <websiteId>', LIBRARY_HELP, libraryOrAll)
    .action(async (name: string, { role, library }: { role: Role[]; library: LibraryOption }) => {
      await onDatabase((database) => setRoles(database, name, websiteIdOf(library), role));
      console.log(`${name} is now ${role.join(', ') || 'nothing'} in ${libraryText(library)}.`);
    });
}

function setPasswordCommand(): Command {
  return withPasswordOptions(new Command('set-password'))
    .description('set a new password, and end all sessions of the account')
    .argument('<name>')
    .action(async (name: string, options: PasswordOptions) => {
      const password = await passwordOf(options);
      if (password === undefined)
        throw new CommandFailed('Give --password-from-stdin or --generate-password.');
      const isTemporary = options.generatePassword;
      await onDatabase((database) => setPassword(database, name, password, { isTemporary }));
      console.log(`The password of ${name} is changed.`);
      printGenerated(password, options);
    });
}

function signOutCommand(): Command {
  return new Command('sign-out')
    .description('end the sessions of an account, or of all accounts')
    .argument('[name]')
    .option('--all', 'of all accounts')
    .action(async (name: string | undefined, { all = false }: { all?: boolean }) => {
      if ((name === undefined) !== all) throw new CommandFailed('Give the name of an account, or --all.');
      const ended = await onDatabase((database) =>
        name === undefined ? endAllSessions(database) : signOut(database, name),
      );
      console.log(`Sessions that were ended: ${ended}.`);
    });
}

function withPasswordOptions(command: Command): Command {
  return command
    .option('--password-from-stdin', 'read the password from the first line of standard input')
    .option('--generate-password', 'make a password and print it; it must be changed at the first sign-in');
}

async function passwordOf(options: PasswordOptions): Promise<string | undefined> {
  if (options.generatePassword) return newPassword();
  if (!options.passwordFromStdin) return undefined;
  return firstLineOfInput();
}

function printGenerated(password: string, { generatePassword }: PasswordOptions): void {
  if (generatePassword)
    console.log(`Password, shown only now, to be changed at the first sign-in: ${password}`);
}

/** Such as `password, identity provider`. */
function waysIn({ passwordHash, oidcSubject, email }: StaffMember): string {
  return [
    ...(passwordHash === null ? [] : ['password']),
    ...(oidcSubject === null && email === null ? [] : ['identity provider']),
  ].join(', ');
}
