import { type JsonObject, parseStrictJson, type StrictJson } from '../../http/fields/strict-json.js';
import { type Bounce, bounceOf } from '../../notifications/bounces/delivery-report.js';

/** The members of a message of Amazon SNS, and of an event of Amazon SES: as notification of an identity, or of a configuration set. */
const [SNS_TYPE, ...SES_TYPES] = ['Type', 'notificationType', 'eventType'] as const;

/** Whether it is a message of Amazon SNS, or an event of Amazon SES, which SNS delivers in a message or as it is. */
export function isOfAmazon(body: JsonObject): boolean {
  return [SNS_TYPE, ...SES_TYPES].some((name) => typeof body.get(name) === 'string');
}

/**
 * The permanent failure of which it tells; undefined for everything else: a delay, a complaint about a mail that has arrived, or SNS asking
 * whether it may send, at an address that the service does not follow.
 * @throws Refusal `InvalidRequestBody`
 */
export function bounceOfAmazon(body: JsonObject): Bounce | undefined {
  const event = body.has(SNS_TYPE) ? eventIn(body) : body;
  const type = SES_TYPES.map((name) => event?.get(name)).find((value) => typeof value === 'string');
  const messageId = messageIdIn(member(event, 'mail'));
  if (messageId === undefined) return undefined;
  if (type === 'Bounce') return bounceIn(messageId, member(event, 'bounce'));
  return type === 'Complaint' && isSuppressed(member(event, 'complaint'))
    ? bounceOf(messageId, PERMANENT)
    : undefined;
}

/** SES says by a word whether a failure is permanent: its status may be missing. */
const PERMANENT = '5.0.0';

function bounceIn(messageId: string, bounce: JsonObject | undefined): Bounce | undefined {
  if (bounce?.get('bounceType') !== 'Permanent') return undefined;
  const [recipient] = objectsIn(bounce.get('bouncedRecipients'));
  const diagnosticCode = recipient?.get('diagnosticCode');
  return bounceOf(messageId, PERMANENT, typeof diagnosticCode === 'string' ? diagnosticCode : undefined);
}

/** SES has not tried: somebody at this address has complained before. */
function isSuppressed(complaint: JsonObject | undefined): boolean {
  return complaint?.get('complaintSubType') === 'OnAccountSuppressionList';
}

/** Messages about the subscription itself have none, nor has one by which SES tries whether the topic is there. */
function eventIn(message: JsonObject): JsonObject | undefined {
  const text = message.get('Message');
  if (message.get(SNS_TYPE) !== 'Notification' || typeof text !== 'string' || !text.startsWith('{'))
    return undefined;
  return asObject(parseStrictJson(text));
}

/** Of the mail as it was handed to SES: `mail.messageId` is SES's own. */
function messageIdIn(mail: JsonObject | undefined): string | undefined {
  const common = member(mail, 'commonHeaders')?.get('messageId');
  if (typeof common === 'string') return common;
  const header = objectsIn(mail?.get('headers')).find((each) => /^message-id$/i.test(textOf(each, 'name')));
  return header && textOf(header, 'value');
}

function textOf(object: JsonObject, name: string): string {
  const value = object.get(name);
  return typeof value === 'string' ? value : '';
}

function member(object: JsonObject | undefined, name: string): JsonObject | undefined {
  return asObject(object?.get(name));
}

function objectsIn(value: StrictJson | undefined): JsonObject[] {
  return Array.isArray(value) ? value.flatMap((each) => asObject(each) ?? []) : [];
}

function asObject(value: StrictJson | undefined): JsonObject | undefined {
  return value instanceof Map ? value : undefined;
}
