import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Line {
  /** The same address, over this line. */
  readonly url: string;
  /** Every connection is broken, and each new one as well. */
  cut(): void;
  /** Nothing comes through any more, and nobody is told: a cable that is out. */
  silence(): void;
  /** Each answer comes so many ms late. */
  slow(ms: number): void;
  /** As at the beginning. */
  mend(): void;
  close(): Promise<void>;
}

/** A line to a database that can be cut, go silent or be slow. */
export async function lineTo(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let state: 'whole' | 'cut' | 'silent' = 'whole';
  let late = 0;
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
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
    near.on('data', (bytes) => state !== 'silent' && far.write(bytes));
    far.on('data', (bytes) => {
      if (state === 'silent') return;
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
    silence() {
      state = 'silent';
    },
    slow(ms) {
      late = ms;
    },
    mend() {
      // What went silent has lost bytes on the way: such a connection never becomes whole again by itself.
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
