import type { IncomingMessage, Server } from 'node:http';

/** Interval of the checks in ms. */
const checkIntervalMs = 20_000;
/** Number of bytes that even the slowest usable connection delivers in that interval. */
const minimumBytes = 2 * 1024;

/**
 * Closes connections whose body hardly arrives; otherwise they would occupy a connection without limit. A body that
 * waits in this process does not count as slow.
 * @param server HTTP/1
 * @param intervalMs interval in ms
 * @param minBytes a connection that delivers fewer bytes per interval is closed
 */
export function endSlowBodies(server: Server, intervalMs = checkIntervalMs, minBytes = minimumBytes): void {
  server.on('request', (request: IncomingMessage) => {
    const { headers, socket } = request;
    if (!headers['transfer-encoding'] && !Number(headers['content-length'] ?? 0)) return;
    let before = socket.bytesRead;
    // If the body waited here at the last check, the client had no full interval to send.
    let wasWaiting = false;
    const timer = setInterval(() => {
      const isWaiting = request.readableLength > 0;
      if (request.complete || request.destroyed) clearInterval(timer);
      else if (!isWaiting && !wasWaiting && socket.bytesRead - before < minBytes) socket.destroy();
      before = socket.bytesRead;
      wasWaiting = isWaiting;
    }, intervalMs);
    timer.unref();
    request.once('close', () => clearInterval(timer));
  });
}
