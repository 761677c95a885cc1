import type { Exchange, Expected, FieldValue, Headers, Kept } from './conversation.js';
import { anObject, exactly, members, type Reading, words } from './reading.js';

type Sent = string | Readonly<Record<string, FieldValue>>;
/** A reading alone, or none, means that the request succeeds, with the usual status of its method. Each answer conforms to openapi.json. */
type Answer = Reading | Expected;

/** The requests of a client that sends these headers. */
export interface Caller {
  get(address: string, answer?: Answer, keep?: Kept): Exchange;
  /** The body: a text as it goes over the wire, or fields. */
  post(address: string, sent: Sent, answer?: Answer, keep?: Kept): Exchange;
  put(address: string, sent: Sent, answer?: Expected): Exchange;
  delete(address: string, answer?: Expected, sent?: Sent): Exchange;
}

const DONE: Expected = { status: 204 };

export function caller(headers: Headers, headersWithBody = headers): Caller {
  const exchange = (send: string, receive: Expected, sent?: Sent, keep?: Kept): Exchange => ({
    send,
    headers: sent === undefined ? headers : headersWithBody,
    ...(typeof sent === 'string' && { body: sent }),
    ...(typeof sent === 'object' && { fields: sent }),
    receive,
    ...(keep && { keep }),
  });
  return {
    get: (address, answer = anObject, keep) =>
      exchange(`GET ${address}`, expected(answer, 200), undefined, keep),
    post: (address, sent, answer = anObject, keep) =>
      exchange(`POST ${address}`, expected(answer, 201), sent, keep),
    put: (address, sent, answer = DONE) => exchange(`PUT ${address}`, answer, sent),
    delete: (address, answer = DONE, sent) => exchange(`DELETE ${address}`, answer, sent),
  };
}

function expected(answer: Answer, usualStatus: number): Expected {
  return typeof answer === 'function' ? { status: usualStatus, body: answer } : answer;
}

/** A success that is not the method's usual one. */
export function ok(body: Reading): Expected {
  return { status: 200, body };
}

/** A refusal as clients read it: they decide by the code, and show the message. */
export function refused(status: number, errorCode: string): Expected {
  return { status, body: members({ errorCode: exactly(errorCode), message: words }) };
}
