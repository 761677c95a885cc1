/** The forms that OAuth's addresses take, as openapi.json describes them: the members, their comments and examples. */

export class ClientForm {
  /** The client’s id, without an Authorization header. @example "discovery" */
  client_id?: string;
  /** Its secret. @example "a-secret-of-32-characters-or-more" */
  client_secret?: string;
}

export class PatronTokenForm extends ClientForm {
  /** The kind of grant (OAuth 2). @example "password" */
  grant_type!: 'password';
  /** The number of the library card. @example "28000000001001" */
  username!: string;
  /** The PIN. @example "2468" */
  password!: string;
  /**
   * The library by its number, and its name for the way to sign in. Only the number counts.
   * @example "websiteid:37 authorizationname:main"
   */
  scope!: string;
  /** `false`: the client asks to sign the patron in with the card alone. The library decides. @example "true" */
  password_required?: 'true' | 'false';
}

export class ClientTokenForm extends ClientForm {
  /** The kind of grant (OAuth 2). @example "client_credentials" */
  grant_type!: 'client_credentials';
}

export class RevocationForm extends ClientForm {
  /** A token of the client’s own, or of a patron of its libraries. @example "1EiLV2UoHWzkBa1LWjODvIHnimzgVttb4U3xRB5f1Lw" */
  token!: string;
}
