import { Command, InvalidArgumentError } from 'commander';
import { Refusal } from '../../domain/errors.js';
import { parseGuid } from '../../domain/titles/title-id.js';
import { EVENT_TYPES, type EventType } from '../../events/event-types.js';
import { parseTime, POINT_IN_TIME } from '../../http/fields/time.js';
import { parseTypes, TYPES } from '../../staff/events/events.requests.js';
import { parseReceiverUrl, RECEIVER_URL } from '../../staff/webhooks/webhooks.requests.js';
import { readConfig } from '../../platform/settings/config.js';
import { INSTALLATION } from '../../staff/permissions/staff-principal.js';
import type { WebhookKey } from '../../events/webhooks/webhooks.store.js';
import { WebhooksModule } from '../../events/webhooks/webhooks.module.js';
import { WebhooksService } from '../../staff/webhooks/webhooks.service.js';
import { id } from '../argument-values.js';
import { openProvider } from '../command-context.js';
import { CommandFailed } from '../command-failed.js';
import { withDatabase } from '../database-server.js';

interface ChangeWebhookOptions {
  readonly url?: string;
  readonly types?: readonly EventType[];
  readonly enable?: true;
  readonly disable?: true;
}

const ATTEMPTS_SHOWN = 100;

/** These commands do the same as the operator's endpoints. */
export function webhooksCommand(): Command {
  const command = new Command('webhooks').description(
    'where a library is told what happens (docs/events.md)',
  );
  const libraryCommand = (name: string, description: string): Command =>
    command.command(name).description(description).argument('<websiteId>', "the library's number", id);
  const webhookCommand = (name: string, description: string): Command =>
    libraryCommand(name, description).argument('<webhookId>', 'as list shows it', webhookIdIn);

  libraryCommand('list', 'print all, without secrets').action((websiteId: number) =>
    print(async (webhooks) => (await webhooks.list(websiteId)).webhooks),
  );
  libraryCommand('add', 'add one, and print its secret, which is shown only now')
    .argument('<url>', 'an https:// address', read(parseReceiverUrl, RECEIVER_URL))
    .option('--types <types>', 'only these events, separated by commas', read(parseTypes, TYPES))
    .action((websiteId: number, url: string, { types = EVENT_TYPES }: ChangeWebhookOptions) =>
      print((webhooks) => webhooks.add(websiteId, { url, types }, INSTALLATION)),
    );
  webhookCommand('change', 'change, disable or enable one; what waits is sent at once')
    .option('--url <url>', 'another address', read(parseReceiverUrl, RECEIVER_URL))
    .option('--types <types>', 'only these events, separated by commas', read(parseTypes, TYPES))
    .option('--enable', 'send again, also what was missed')
    .option('--disable', 'send nothing')
    .action((websiteId: number, webhookId: string, { url, types, enable, disable }: ChangeWebhookOptions) =>
      print((webhooks) =>
        webhooks.change(
          { websiteId, webhookId },
          { url, types, enabled: enable ?? (disable && false) },
          INSTALLATION,
        ),
      ),
    );
  webhookCommand('remove', 'remove one').action(act((webhooks, key) => webhooks.delete(key, INSTALLATION)));
  webhookCommand('rotate', 'print a new secret; the one before signs, too, for 24 hours').action(
    act((webhooks, key) => webhooks.rotate(key, INSTALLATION)),
  );
  webhookCommand('test', 'send an event that says nothing, and print the answer').action(
    act((webhooks, key) => webhooks.test(key)),
  );
  webhookCommand('attempts', `print what the receiver answered, the latest ${ATTEMPTS_SHOWN}`).action(
    act((webhooks, key) => webhooks.attempts(key, { limit: ATTEMPTS_SHOWN, offset: 0 })),
  );
  webhookCommand('replay', 'send once more what has happened since then')
    .argument('<since>', POINT_IN_TIME.message, read(timeIn, POINT_IN_TIME))
    .action((websiteId: number, webhookId: string, time: string) =>
      print((webhooks) => webhooks.replay({ websiteId, webhookId }, time, INSTALLATION)),
    );
  return command;
}

type Act = (webhooks: WebhooksService, key: WebhookKey) => Promise<object | void>;

function act(work: Act): (websiteId: number, webhookId: string) => Promise<void> {
  return (websiteId, webhookId) => print((webhooks) => work(webhooks, { websiteId, webhookId }));
}

async function print(work: (webhooks: WebhooksService) => Promise<object | void>): Promise<void> {
  const config = readConfig();
  const result = await withDatabase(config, async (database) =>
    work(await openProvider({ module: WebhooksModule, provider: WebhooksService }, database, config)),
  ).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const isUnknown = error.code === 'NotFound';
    throw new CommandFailed(isUnknown ? 'There is no such library or webhook.' : error.message, {
      cause: error,
    });
  });
  console.log(result === undefined ? 'Done.' : JSON.stringify(result, null, 2));
}

function read<Value>(
  parse: (text: string) => Value | undefined,
  { message }: { readonly message: string },
): (text: string) => Value {
  return (text) => {
    const value = parse(text);
    if (value === undefined) throw new InvalidArgumentError(`It must be ${message}.`);
    return value;
  };
}

/** The library's clocks decide what the time means. */
function timeIn(text: string): string | undefined {
  return parseTime(text) && text;
}

function webhookIdIn(text: string): string {
  const guid = parseGuid(text);
  if (guid === undefined) throw new InvalidArgumentError('It must be a GUID, as list shows it.');
  return guid;
}
