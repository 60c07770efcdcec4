import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What a database answers to the start of a session: an SQLSTATE, or bytes of another protocol. */
export type FirstAnswer = { readonly sqlState: string } | { readonly bytes: string };

/** Length of a request for TLS in PostgreSQL's protocol, bytes; the start of a session is longer. */
const tlsRequestLength = 8;

function errorMessage(sqlState: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mrefused by the test: password of lab\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Starts a server that refuses every session of PostgreSQL as a real one would. */
export async function refusingPostgres(answer: FirstAnswer): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (request) => {
      if (request.length === tlsRequestLength) return void socket.write('N');
      socket.end('bytes' in answer ? answer.bytes : errorMessage(answer.sqlState));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgres://lab:hunter2-hunter2@127.0.0.1:${(server.address() as AddressInfo).port}/lab`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
