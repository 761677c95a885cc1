import { existsSync } from 'node:fs';
import type { Database } from '../../platform/database/database.js';
import type { Config } from '../../platform/settings/config.js';
import { commandLine, quoted } from '../called-as.js';
import { makeClientToken, makePatronToken, ONE_HOUR } from '../patron-token.js';
import type { Answers } from './answers.js';

/**
 * The next steps for a library that has just been added.
 * @param firstRequest see `tryOut`
 * @param isClientNew its secret was shown, or written into its file
 */
export function nextSteps(
  { publicUrl, shelf }: Config,
  answers: Answers,
  firstRequest: readonly string[],
  isClientNew: boolean,
): string[] {
  const { library, client, secretFile, signIn } = answers;
  const hasFile = secretFile !== undefined && existsSync(secretFile);
  const secretIs = hasFile
    ? `in the file ${secretFile}`
    : isClientNew
      ? 'shown above'
      : 'with whom added the client';
  return [
    'Start the service:',
    `  ${commandLine('serve')}`,
    '',
    'Its addresses:',
    `  API      ${publicUrl}`,
    ...(shelf ? [`  Shelf    ${publicUrl}/shelf?library=${library}`] : []),
    `  Console  ${publicUrl}/console`,
    '',
    ...firstRequest,
    '',
    hasFile
      ? 'Whether the client may sign in:'
      : 'Whether the client may sign in (curl asks for its secret):',
    `  curl ${hasFile ? `-d client_id=${client} --data-urlencode client_secret@${quoted(secretFile)}` : `-u ${client}`} -d grant_type=client_credentials ${publicUrl}/token`,
    '',
    'For the people of the catalog or discovery layer:',
    `  base URL ${publicUrl}, tokens from ${publicUrl}/token, website id ${library}, client id ${client}, documentation ${publicUrl}/docs`,
    `Send them the client's secret apart from this. It is ${secretIs}.`,
    ...(signIn === 'sip2' ? ['', BY_OWN_SYSTEM] : []),
  ];
}

/** A request with a token that is valid for an hour: a patron's, or the client's as long as there is no patron. */
export async function tryOut(
  database: Database,
  config: Config,
  { library, client }: Answers,
  firstPatron: number | undefined,
): Promise<string[]> {
  const [who, token, address] =
    firstPatron === undefined
      ? ['its client', await makeClientToken(database, config, client, ONE_HOUR), `libraries/${library}`]
      : ['one of its patrons', await makePatronToken(database, config, firstPatron, ONE_HOUR), 'patrons/me'];
  return [
    `A first request, as ${who}; the token is good for an hour:`,
    // From standard input: other users of the machine can read arguments.
    `  echo 'Authorization: Bearer ${token ?? ''}' | curl -H @- ${config.publicUrl}/v1/${address}`,
  ];
}

const BY_OWN_SYSTEM =
  'Sign-in by your own system (SIP2): docs/library-system.md says what it needs. Until then, PINs that are kept here count.';
