import { requireConformance } from '../../../support/requests/openapi-conformance.js';
import { canariesIn, PERSONAL, SECRETS } from '../../support/fuzz/canaries.js';
import type { FuzzedAnswer } from './fuzzed-service.js';
import { OPERATIONS } from './operations.js';
import type { FuzzedRequest } from './requests.js';

/** Everything that is wrong with an answer. Nothing here depends on what the request was meant to do. */
export function problemsOf(request: FuzzedRequest, answer: FuzzedAnswer): string[] {
  const { status } = answer;
  const problems: string[] = [];
  if (status >= 500) problems.push(`${status} is a fault of the service`);
  try {
    requireConformance({ ...answer, method: request.method, path: request.path });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  problems.push(...(status >= 400 ? problemsOfError(request, answer) : problemsOfSuccess(request, answer)));
  return problems;
}

function problemsOfError({ method }: FuzzedRequest, { headers, text }: FuzzedAnswer): string[] {
  const problems: string[] = [];
  const echoed = canariesIn(wholeText(headers, text));
  const { token, errorCode } =
    method === 'HEAD' ? {} : (parsed(text) as { token?: unknown; errorCode?: unknown });
  // A patron who is blocked reads why, in the words of the library, which may be any.
  if (echoed.length > 0 && errorCode !== 'PatronBlocked')
    problems.push(`the error repeats ${echoed.join(', ')}`);
  if (headers.has('etag')) problems.push('the error has an ETag');
  if (token !== undefined && token !== headers.get('x-request-id'))
    problems.push('the token of the error is not the id of the request');
  return problems;
}

/** The answer to a search repeats the search in its links: what the address of the request has is no secret there. */
function problemsOfSuccess({ operation, path }: FuzzedRequest, { headers, text }: FuzzedAnswer): string[] {
  const isPersonal = OPERATIONS.some(
    ({ id, credentials }) => id === operation && /^(patron|operator)$/.test(credentials.join()),
  );
  const own = canariesIn(path);
  const forbidden = isPersonal ? SECRETS : [...SECRETS, ...PERSONAL];
  const echoed = canariesIn(wholeText(headers, text)).filter((word) => !own.includes(word));
  return forbidden.filter((word) => echoed.includes(word)).map((word) => `the answer has ${word}`);
}

const wholeText = (headers: Headers, text: string): string =>
  [text, ...[...headers].map(([name, value]) => `${name}: ${value}`)].join('\n');

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
