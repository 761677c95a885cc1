import type { Config } from '../../platform/settings/config.js';
import type { Answers } from './answers.js';

/** What somebody wants to know whose library has just been added. @param secretIs where the client's secret is */
export function nextSteps({ publicUrl, shelf }: Config, answers: Answers, secretIs: string): string[] {
  const { library, client, signIn } = answers;
  return [
    'Its addresses, once the service runs:',
    `  API      ${publicUrl}`,
    ...(shelf ? [`  Shelf    ${publicUrl}/shelf?library=${library}`] : []),
    `  Console  ${publicUrl}/console`,
    '',
    "A check that needs no patron: curl asks for the client's secret, and prints a token.",
    `  curl -u ${client} -d grant_type=client_credentials ${publicUrl}/token`,
    '',
    'For the people of the catalog or discovery layer:',
    `  base URL ${publicUrl}, website id ${library}, client id ${client}; the client's secret is ${secretIs}.`,
    '',
    'Its first files, as CSV, in this order:',
    ...['patrons', 'titles', 'copies'].map(
      (kind) => `  holdfast import ${kind}.csv --library ${library} --kind ${kind}`,
    ),
    ...(signIn === 'sip2' ? ['', BY_OWN_SYSTEM] : []),
  ];
}

const BY_OWN_SYSTEM =
  'Sign-in by your own system (SIP2): docs/library-system.md says what it needs. Until then, PINs that are kept here count.';
