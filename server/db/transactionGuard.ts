import { AsyncLocalStorage } from 'node:async_hooks';

export interface Outside {
  /** Throws inside `within`. `what` names the call that should have used the transaction's own handle. */
  check(what: string): void;
  within<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` as if it had started outside, for callbacks that a transaction triggers. */
  leave<T>(work: () => T): T;
}

/**
 * Creates a guard that detects whether the running code is inside a transaction of one database. On PGlite the outer
 * handle and the transaction would wait for each other for ever (DESIGN §4.1); on PostgreSQL the handle would
 * silently write outside. With the guard both throw.
 */
export function createOutside(): Outside {
  // The flag is cleared when the transaction ends. Work that the transaction started without awaiting may then use
  // the handle again.
  const storage = new AsyncLocalStorage<{ open: boolean }>();
  return {
    check(operation) {
      if (storage.getStore()?.open)
        throw new Error(`${operation} was used inside transaction(): use the transaction's own handle`);
    },
    async within(work) {
      const flag = { open: true };
      try {
        return await storage.run(flag, work);
      } finally {
        flag.open = false;
      }
    },
    leave: (work) => storage.exit(work),
  };
}
