import type { IncomingMessage, Server } from 'node:http';

/** ms between two looks at what has come. */
const look = 20_000;
/** Bytes that come within that time over the slowest line that anybody works by. */
const least = 2 * 1024;

/**
 * Ends connections whose body hardly comes: each holds its place for as long as it likes otherwise. A body that waits
 * here to be read is no slow one.
 * @param server of HTTP/1
 * @param every ms between two looks; @param most bytes that count as nothing
 */
export function endSlowBodies(server: Server, every = look, most = least): void {
  server.on('request', (request: IncomingMessage) => {
    const { headers, socket } = request;
    if (!headers['transfer-encoding'] && !Number(headers['content-length'] ?? 0)) return;
    let before = socket.bytesRead;
    // Where the body waited at the last look, the client has had no whole time to send in.
    let waited = false;
    const timer = setInterval(() => {
      const waits = request.readableLength > 0;
      if (request.complete || request.destroyed) clearInterval(timer);
      else if (!waits && !waited && socket.bytesRead - before < most) socket.destroy();
      before = socket.bytesRead;
      waited = waits;
    }, every);
    timer.unref();
    request.once('close', () => clearInterval(timer));
  });
}
