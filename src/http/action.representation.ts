/** One thing a client may do now, with all it needs to do it. */
export interface Action {
  readonly href: string;
  readonly type?: string;
  readonly method: 'post' | 'put' | 'delete' | 'PUT';
  readonly fields?: readonly ActionField[];
}

/** One input of an action. All values are strings, in requests as here. */
export interface ActionField {
  readonly name: string;
  readonly type: 'text' | 'number';
  readonly value?: string;
  readonly options?: readonly string[];
  readonly optional?: boolean;
}

/** The media type of the body that an action with fields takes. */
export const REQUEST_TYPE = 'application/json';
