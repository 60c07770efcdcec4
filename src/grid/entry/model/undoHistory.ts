/** Undo and redo over immutable states. Steps share the objects that did not change. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

/** Largest number of steps; older ones are dropped. */
const maxSteps = 200;

/** Returns a history without steps. */
export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] });

/** Adds a step. The same state again adds none. */
export function pushStep<T>(history: History<T>, present: T): History<T> {
  if (present === history.present) return history;
  return { past: [...history.past, history.present].slice(-maxSteps), present, future: [] };
}

/** Returns the history one step back, or null at its start. */
export function undoStep<T>({ past, present, future }: History<T>): History<T> | null {
  const lastStep = past.at(-1);
  return lastStep === undefined ? null : { past: past.slice(0, -1), present: lastStep, future: [present, ...future] };
}

/** Returns the history one step forward, or null at its end. */
export function redoStep<T>({ past, present, future }: History<T>): History<T> | null {
  const [next, ...laterSteps] = future;
  return next === undefined ? null : { past: [...past, present], present: next, future: laterSteps };
}
