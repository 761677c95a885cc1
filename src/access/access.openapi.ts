import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import type { BodyDescription } from '../http/openapi/operation-description.js';
import { OAuthController } from './oauth/oauth.controller.js';

const GRANT = 'The kind of grant (OAuth 2).';

/** Of a client that sends no Authorization header. */
const CREDENTIALS = {
  client_id: {
    description: 'The client’s id, without an Authorization header.',
    example: 'discovery',
    isOptional: true,
  },
  client_secret: {
    description: 'Its secret.',
    example: 'a-secret-of-32-characters-or-more',
    isOptional: true,
  },
} as const;

export const TOKENS: TagDescription = {
  name: 'Tokens',
  description: 'Where tokens come from (OAuth 2), for the clients that a library has registered.',
  controllers: [
    describeOperations(OAuthController, {
      patronToken: {
        operationId: 'getPatronToken',
        summary: 'Get a patron’s token, for a library card and its PIN',
        description:
          'An unknown card and a wrong PIN get the same answer. After ten wrong PINs in 15 minutes a card is refused for 15.',
        body: form({
          grant_type: { description: GRANT, allowed: ['password'], example: 'password' },
          username: { description: 'The number of the library card.', example: '21234000012345' },
          password: { description: 'The PIN.', example: '4711' },
          scope: {
            description:
              'The library by its number, and its name for the way to sign in. Only the number counts.',
            example: 'websiteid:37 authorizationname:main',
          },
          password_required: {
            description:
              '`false`: the client asks to sign the patron in with the card alone. The library decides.',
            allowed: ['true', 'false'],
            example: 'true',
            isOptional: true,
          },
          ...CREDENTIALS,
        }),
      },
      clientToken: {
        operationId: 'getClientToken',
        summary: 'Get a client’s own token',
        description: 'It opens the catalog of the libraries that the client serves, and acts for no patron.',
        body: form({
          grant_type: {
            description: GRANT,
            allowed: ['client_credentials'],
            example: 'client_credentials',
          },
          ...CREDENTIALS,
        }),
      },
      revoke: {
        operationId: 'revokeToken',
        summary: 'End a token at once',
        description: 'RFC 7009. The answer does not tell whether there was such a token.',
        body: form({
          token: {
            description: 'A token of the client’s own, or of a patron of its libraries.',
            example: '1EiLV2UoHWzkBa1LWjODvIHnimzgVttb4U3xRB5f1Lw',
          },
          ...CREDENTIALS,
        }),
      },
    }),
  ],
};

interface FormMember {
  readonly description: string;
  readonly example: string;
  readonly allowed?: readonly string[];
  readonly isOptional?: boolean;
}

/** OAuth's request format: the texts that the form takes, by name. */
function form(members: Readonly<Record<string, FormMember>>): BodyDescription {
  const named = Object.entries(members);
  const required = named.filter(([, { isOptional }]) => isOptional !== true);
  return {
    mediaType: 'application/x-www-form-urlencoded',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        named.map(([name, { description, allowed, example }]) => [
          name,
          { type: 'string', description, ...(allowed && { enum: allowed }), examples: [example] },
        ]),
      ),
      required: required.map(([name]) => name),
    },
    example: Object.fromEntries(required.map(([name, { example }]) => [name, example])),
  };
}
