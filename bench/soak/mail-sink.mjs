import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { serveRequests } from '../processes.mjs';

/** A mail server in its own process that accepts and counts all mails. */

const messageIds = new Set();
let received = 0;

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  async onData(stream, _, answer) {
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    messageIds.add(/^Message-ID: *(?:\r\n )?(\S+)/im.exec(Buffer.concat(chunks).toString())?.[1]);
    received += 1;
    answer();
  },
});
server.on('error', () => undefined);

serveRequests(async (request) => {
  if (request === 'count') return { received, distinct: messageIds.size };
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { port: server.server.address().port };
});
