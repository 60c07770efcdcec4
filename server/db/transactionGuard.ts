import { AsyncLocalStorage } from 'node:async_hooks';

export interface Outside {
  /** Throws inside `within`; `what` names the call that should have gone to the transaction's own handle. */
  check(what: string): void;
  within<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` as if it had been started outside, for callbacks that a transaction happens to wake. */
  leave<T>(work: () => T): T;
}

/**
 * Tells whether the running code is inside a transaction of one database. On PGlite the outer handle would wait for the
 * transaction, and the transaction for it, for ever (DESIGN 4.1); on PostgreSQL it would silently write outside. Both
 * throw.
 */
export function createOutside(): Outside {
  // The flag falls when the transaction ends, so that work it started and did not await is free again.
  const storage = new AsyncLocalStorage<{ open: boolean }>();
  return {
    check(what) {
      if (storage.getStore()?.open)
        throw new Error(`${what} was used inside transaction(): use the transaction's own handle`);
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
