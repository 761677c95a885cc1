import type { Config } from '../../platform/settings/config.js';
import type { LibraryParts } from '../library.store.js';
import type { Answers } from './answers.js';

/**
 * What somebody wants to know whose library has just been added.
 * @param has what is in it already
 * @param secretIs where the client's secret is
 */
export function nextSteps(
  { publicUrl, shelf }: Config,
  answers: Answers,
  has: Pick<LibraryParts, 'patrons' | 'titles'>,
  secretIs: string,
): string[] {
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
    ...firstFiles(library, has),
    ...(signIn === 'sip2' ? ['', BY_OWN_SYSTEM] : []),
  ];
}

/** Copies need their titles. */
function firstFiles(
  library: number,
  { patrons, titles }: Pick<LibraryParts, 'patrons' | 'titles'>,
): string[] {
  const kinds = [...(patrons > 0 ? [] : ['patrons']), ...(titles > 0 ? [] : ['titles', 'copies'])];
  if (kinds.length === 0) return [];
  return [
    '',
    'Its first files, as CSV, in this order:',
    ...kinds.map((kind) => `  holdfast import ${kind}.csv --library ${library} --kind ${kind}`),
  ];
}

const BY_OWN_SYSTEM =
  'Sign-in by your own system (SIP2): docs/library-system.md says what it needs. Until then, PINs that are kept here count.';
