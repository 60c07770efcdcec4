import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { endSlowBodies } from '@server/http/slowBodies';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts a server that reads at once or after a while, and answers when it has everything. */
async function listening(reads: 'at once' | 'later'): Promise<number> {
  server = createServer((request, response) => {
    const read = () => request.on('data', () => undefined).on('end', () => response.end('all'));
    if (reads === 'at once') read();
    else setTimeout(read, 700);
  });
  endSlowBodies(server, 100, 50);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * Sends a body of so many bytes, so many at a time every 20 ms; returns the answer before the end of the connection.
 */
async function send(port: number, length: number, atOnce: number): Promise<{ heard: string; took: number }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let heard = '';
  socket.on('data', (data) => (heard += String(data)));
  // A reset connection is an end as well: `once` of node:events would reject on its error.
  const closed = new Promise((ended) => socket.once('close', ended));
  const began = performance.now();
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
  for (let sent = 0; sent < length && !socket.destroyed; sent += atOnce) {
    socket.write('x'.repeat(Math.min(atOnce, length - sent)));
    await wait(20);
  }
  await closed;
  return { heard, took: performance.now() - began };
}

describe('slow request body', () => {
  it('a request body that arrives too slowly ends its connection; a slow but steady one is accepted', async () => {
    const port = await listening('at once');
    const crawling = await send(port, 100_000, 1);
    expect([crawling.heard, crawling.took < 5_000]).toEqual(['', true]);
    expect((await send(port, 2_000, 40)).heard).toContain('200 OK');
  });

  it('a request body that waits because the server has not read it does not count as slow', async () => {
    const port = await listening('later');
    expect((await send(port, 3_000_000, 3_000_000)).heard).toContain('200 OK');
  });
});
