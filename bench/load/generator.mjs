import { Connection } from './connection.mjs';
import { serveWorkloads, Stream } from './workload.mjs';

/** The process that sends HTTP requests. Workloads are prepared once, as bytes, and can then run any number of times. */
serveWorkloads(({ port, streams, ...how }) =>
  streams.map((requests) => {
    const connection = new Connection(port);
    const prepared = requests.map(({ text, status }) => ({ bytes: Buffer.from(text), status }));
    const send = ({ bytes, status }, done) => connection.send(bytes, (answered) => done(answered === status));
    return new Stream(prepared, how, send, () => connection.close());
  }),
);
