/** The measured operations, each with the requests that a client sends. */

const HOLDS = '/v1/patrons/me/holds';

const get = (path) => ({ method: 'GET', path, status: 200 });
const fields = (values) =>
  JSON.stringify({ fields: Object.entries(values).map(([name, value]) => ({ name, value })) });

const place = ({ reserveId, emailAddress }) => ({
  method: 'POST',
  path: HOLDS,
  body: fields({ reserveId, emailAddress }),
  status: 201,
});
const remove = ({ reserveId }) => ({ method: 'DELETE', path: `${HOLDS}/${reserveId}`, status: 204 });
const suspend = ({ reserveId }) => ({
  method: 'POST',
  path: `${HOLDS}/${reserveId}/suspension`,
  body: fields({ suspensionType: 'indefinite' }),
  status: 201,
});
const release = ({ reserveId }) => ({
  method: 'DELETE',
  path: `${HOLDS}/${reserveId}/suspension`,
  status: 204,
});
const returnCheckout = ({ reserveId }) => ({
  method: 'DELETE',
  path: `/v1/patrons/me/checkouts/${reserveId}`,
  status: 204,
});

export const REQUESTS = {
  list: [() => get(HOLDS)],
  place: [place, remove],
  return: [returnCheckout],
};

/**
 * `requests` are one unit and leave the data unchanged. With `once`, each target can be used only once and must then be
 * restored.
 * @type {{ name: string, kind: 'read' | 'write', targets: Function, requests: Function[], once?: boolean }[]}
 */
export const OPERATIONS = [
  { name: 'list', kind: 'read', targets: (of, n) => of.readers(n), requests: REQUESTS.list },
  {
    // Nothing but the patron's share may make it slower than that of many patrons.
    name: 'list of one patron',
    kind: 'read',
    targets: async (of) => Array.from({ length: 16 }).fill((await of.readers(1))[0]),
    requests: REQUESTS.list,
  },
  {
    name: 'one hold',
    kind: 'read',
    targets: (of, n) => of.readers(n),
    requests: [({ reserveId }) => get(`${HOLDS}/${reserveId}`)],
  },
  {
    name: 'patron information',
    kind: 'read',
    targets: (of, n) => of.readers(n),
    requests: [() => get('/v1/patrons/me')],
  },
  {
    name: 'availability',
    kind: 'read',
    targets: (of, n) => of.readers(n),
    requests: [
      ({ collectionToken, reserveId }) =>
        get(`/v1/collections/${collectionToken}/products/${reserveId}/availability`),
    ],
  },
  {
    name: 'search of 20',
    kind: 'read',
    targets: (of, n) => of.readers(n),
    requests: [
      // The second word is the beginning of some hundred numbers of titles.
      ({ collectionToken, patronId }) =>
        get(`/v1/collections/${collectionToken}/products/?q=number+${10 + (patronId % 90)}&limit=20`),
    ],
  },
  {
    name: 'place + remove, random titles',
    kind: 'write',
    targets: (of, n) => of.newcomers(n * 2),
    requests: REQUESTS.place,
  },
  {
    name: 'place + remove, one title',
    kind: 'write',
    targets: (of, n) => of.newcomersOf(100_000, Math.min(n, 600)),
    requests: REQUESTS.place,
  },
  {
    name: 'suspend + release',
    kind: 'write',
    targets: (of, n) => of.waiting(n * 2),
    requests: [suspend, release],
  },
  {
    name: 'return → next ready',
    kind: 'write',
    targets: (of, n) => of.loans(n * 30),
    requests: REQUESTS.return,
    once: true,
  },
];

/** Concurrent clients. */
export const CONNECTIONS = 16;

/** The operation's requests to a server's port, as the generator prepares them. */
export function preparation(name, { requests, once = false }, targets, port, connections = CONNECTIONS) {
  const streams = distribute(targets, connections).map((part) =>
    part.flatMap((target) => requests.map((make) => requestOf(make, target))),
  );
  return { task: 'prepare', name, port, streams, unit: requests.length, once };
}

/** The request for a target: in parts for the tracer, as text for the generator. */
export function requestOf(make, target) {
  const { method, path, body, status } = make(target);
  const headers = { Host: 'localhost', Authorization: `Bearer ${target.token}` };
  if (body !== undefined)
    Object.assign(headers, { 'Content-Type': 'application/json', 'Content-Length': String(body.length) });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = [`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n');
  return { method, path, headers, body, status, text };
}

/** Distributes `things` evenly over a number of streams. */
export function distribute(things, streams) {
  return Array.from({ length: streams }, (_, stream) =>
    things.filter((_, index) => index % streams === stream),
  );
}
