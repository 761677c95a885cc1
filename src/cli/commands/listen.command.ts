import { Command, InvalidArgumentError, Option } from 'commander';
import { newSecret, SECRET_PREFIX } from '../../platform/outbound/signature.js';
import { parseTime, POINT_IN_TIME } from '../../http/fields/time.js';
import { readSettings } from '../../platform/settings/config.js';
import { parseReceiverUrl } from '../../staff/webhooks/webhooks.requests.js';
import { CommandFailed } from '../command-failed.js';
import { type FollowedService, listen } from '../listening/listening.js';
import { operatorTokenFor } from '../operator-token.js';

interface ListenOptions {
  readonly to: string;
  readonly since?: Date;
  readonly service?: string;
}

export function listenCommand(): Command {
  return new Command('listen')
    .description('send what happens to a receiver on your own machine, as a webhook would (docs/events.md)')
    .addOption(
      new Option('--to <url>', 'the receiver, such as http://localhost:8000/events')
        .argParser(receiverIn)
        .makeOptionMandatory(),
    )
    .option('--since <moment>', 'also what has happened since then, as far as events are kept', momentIn)
    .option('--service <url>', 'the service whose events they are; PUBLIC_URL by default')
    .addHelpText(
      'after',
      `\nWEBHOOK_SECRET in the environment signs, ${SECRET_PREFIX} and Base64; a new one by default.`,
    )
    .action(async ({ to, since, service }: ListenOptions) => {
      const stopping = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
      // eslint-disable-next-line no-restricted-properties -- It belongs to this run, and is no setting of the service.
      const receiver = { url: to, secret: secretIn(process.env.WEBHOOK_SECRET) };
      await listen(await serviceAt(service), receiver, since, {
        signal: stopping.signal,
        report: console.log,
      });
    });
}

/** Takes the token from the settings, or from a local sandbox's data folder. */
async function serviceAt(url: string | undefined): Promise<FollowedService> {
  const settings = readSettings();
  const { config } = (await operatorTokenFor(settings))(settings);
  const [token] = config.operatorTokens;
  if (token === undefined)
    throw new CommandFailed("Set OPERATOR_TOKEN to the operator's token, or to an API token of staff.");
  return { url: (url ?? config.publicUrl).replace(/\/$/, ''), token };
}

function receiverIn(text: string): string {
  const url = parseReceiverUrl(text);
  if (url === undefined) throw new InvalidArgumentError('It must be an http:// or https:// address.');
  return url;
}

function momentIn(text: string): Date {
  const moment = parseTime(text);
  if (moment === undefined) throw new InvalidArgumentError(`It must be ${POINT_IN_TIME.message}.`);
  return moment;
}

/** Never an argument: other users of the machine can read those. */
function secretIn(given: string | undefined): string {
  if (given === undefined || given === '') return newSecret();
  if (!/^whsec_[\w+/-]{16,}={0,2}$/.test(given))
    throw new CommandFailed(`WEBHOOK_SECRET must be ${SECRET_PREFIX} and Base64.`);
  return given;
}
