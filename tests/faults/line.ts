import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Line {
  /** The same address, over this connection. */
  readonly url: string;
  /** Breaks every connection, and each new one. */
  cut(): void;
  /** Drops all data without an error, like an unplugged cable. */
  silence(): void;
  /** Makes the open connections silent for ever, like a host that is gone; new connections work. */
  strand(): void;
  /** Delays each answer by so many ms. */
  slow(ms: number): void;
  /** Restores normal operation. */
  mend(): void;
  close(): Promise<void>;
}

/** Returns a proxy to a database that can be cut, silent or slow. */
export async function lineTo(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const connections = new Set<{ isStranded: boolean }>();
  let state: 'whole' | 'cut' | 'silent' = 'whole';
  let late = 0;
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const connection = { isStranded: false };
    connections.add(connection);
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    const isSilent = (): boolean => connection.isStranded || state === 'silent';
    near.on('data', (bytes) => !isSilent() && far.write(bytes));
    far.on('data', (bytes) => {
      if (isSilent()) return;
      if (late > 0) setTimeout(() => near.writable && near.write(bytes), late);
      else near.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const breakAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut() {
      state = 'cut';
      breakAll();
    },
    strand() {
      for (const connection of connections) connection.isStranded = true;
    },
    silence() {
      state = 'silent';
    },
    slow(ms) {
      late = ms;
    },
    mend() {
      // A connection that was silent has lost bytes and can't recover.
      if (state === 'silent') breakAll();
      state = 'whole';
      late = 0;
    },
    async close() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
