import { join } from 'node:path';
import type { Config } from '../platform/settings/config.js';
import { announce } from './announcements.js';
import { commandLine } from './called-as.js';
import { type DemoAccount, demoPasswordFile } from './demo-account.js';
import type { DemoPatron } from './demo-library.js';

interface GreetingDetails {
  readonly patron: DemoPatron | undefined;
  readonly account: DemoAccount | undefined;
  /** The address of health and metrics, if they have a port of their own. */
  readonly healthUrl: string | undefined;
}

/** Announces that the service is ready, and shows at a terminal how to try it. */
export function greet(config: Config, { patron, account, healthUrl }: GreetingDetails): void {
  const [answers, sendsMail] = [config.role !== 'worker', config.role !== 'api'];
  // The address is not a worker's: clients reach the processes that answer requests there.
  const ready = answers
    ? `Holdfast is ready at ${config.publicUrl}`
    : 'Holdfast is ready: it runs timers and sends mail.';
  const details: string[] = [];
  if (healthUrl !== undefined) details.push(`Health and metrics are at ${healthUrl}`);
  if (answers && config.shelf) details.push(`A page for patrons is at ${config.publicUrl}/shelf`);
  if (sendsMail && config.smtpUrl === undefined) details.push(`Mails are written to ${config.mailFolder}`);
  const hints = patron === undefined ? [] : ['', ...howToTry(config, patron.token)];
  const console = account === undefined ? [] : ['', ...howToOpenConsole(config, account)];
  const text = ['', ready, ...details, ...hints, ...console, '', 'Press Ctrl-C to stop.', ''].join('\n');
  // Tokens and passwords must not get into a log.
  const whereTokensAre = patron === undefined ? [] : [howToGetTokens(config, patron.patronId)];
  // This line comes last, so that a script that waits for it has the others.
  const whereConsoleIs = account === undefined ? [] : [howToFindPassword(config, account)];
  announce([...details, ...whereTokensAre, ...whereConsoleIs, ready], text);
}

/**
 * Prints what each snippet of the README needs.
 * @param other a second patron's token
 */
export function howToTry({ operatorTokens, publicUrl }: Config, token = '', other?: string): string[] {
  return [
    other === undefined
      ? "A patron's token, and the operator's:"
      : "Two patrons' tokens, and the operator's:",
    '',
    `  export BASE=${publicUrl}`,
    `  export TOKEN=${token}`,
    ...(other === undefined ? [] : [`  export OTHER=${other}`]),
    `  export OPERATOR=${operatorTokens[0] ?? ''}`,
    '',
    'Try:',
    '',
    '  curl -H "Authorization: Bearer $TOKEN" $BASE/v1/patrons/me',
  ];
}

function howToGetTokens({ dataDir }: Config, patronId: number): string {
  return `A patron's token: ${commandLine(`token ${patronId}`)}. The operator's: ${join(dataDir, 'operator-token')}`;
}

/** For a terminal, as it shows the password. */
export function howToOpenConsole({ publicUrl }: Config, { name, password }: DemoAccount): string[] {
  return [`The console for staff: ${publicUrl}/console`, `Sign in as ${name} with the password ${password}`];
}

function howToFindPassword(config: Config, { name }: DemoAccount): string {
  return `The console for staff: ${config.publicUrl}/console, as ${name}. The password: ${demoPasswordFile(config)}`;
}
