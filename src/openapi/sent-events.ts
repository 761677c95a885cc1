import type { Schema } from '../http/openapi/schema.js';

const header = (name: string, description: string): Schema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** What the service itself sends: to the receivers that libraries have registered. */
export const SENT_EVENTS: Schema = {
  event: {
    post: {
      operationId: 'receiveEvent',
      tags: ['Operator'],
      summary: 'What a registered receiver is sent',
      description:
        'One event, as the feed shows it; a test has the type `webhook.test`. At least once, those of one patron or title in ' +
        'their order. Verify the signature, over the id, the timestamp and the body with full stops between, and keep the id: ' +
        'an event that comes again has the same one.',
      security: [],
      parameters: [
        header('webhook-id', 'The id of the event.'),
        header(
          'webhook-timestamp',
          'When it was sent, in seconds since 1970. Refuse one of more than five minutes ago.',
        ),
        header(
          'webhook-signature',
          '`v1,` and the HMAC-SHA256 in Base64; two with a space between while a secret is replaced.',
        ),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/CloudEvent' } } },
      },
      responses: {
        '2XX': { description: 'The event was accepted.' },
        '410': { description: 'The receiver wants no more: the webhook is disabled.' },
        default: { description: 'The event is sent again, for three days. Redirects are not followed.' },
      },
    },
  },
};
