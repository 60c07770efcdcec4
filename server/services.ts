import type { Logger } from 'pino';
import type { Database } from './db/client';
import type { Env } from './env';
import type { FileStore } from './files/fileStore';
import type { Push } from './http/push';

/** What the server stands on; handed to every module, so that tests build the real thing on their own database. */
export interface Services {
  readonly env: Env;
  readonly database: Database;
  readonly log: Logger;
  readonly files: FileStore;
  readonly push: Push;
  /** Tests stop the clock; everything that asks for the time asks here. */
  readonly now: () => Date;
}
