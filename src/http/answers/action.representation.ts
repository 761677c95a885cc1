/** One thing a client may do now, with all it needs to do it. */
export interface Action {
  /** @format uri */
  readonly href: string;
  /** The media type of the body to send. */
  readonly type?: string;
  readonly method: 'post' | 'put' | 'delete' | 'PUT';
  /** What to send, as `{"fields": [{"name", "value"}]}`. */
  readonly fields?: readonly ActionField[];
}

/** One input of an action. All values are strings, in requests as here. */
export interface ActionField {
  readonly name: string;
  /** A date is a day, `2026-12-24`. */
  readonly type: 'text' | 'number' | 'date';
  /** What is sent unless the patron says otherwise. */
  readonly value?: string;
  /** The values that are allowed. */
  readonly options?: readonly string[];
  /** False: the field must be sent. */
  readonly optional?: boolean;
}

/** The media type of the body that an action with fields takes. */
export const REQUEST_TYPE = 'application/json';
