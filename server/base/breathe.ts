import { setImmediate as nextTurn } from 'node:timers/promises';

/** ms that work may hold the process before everybody else has a turn (SEC-3). */
const longest = 15;

let began = 0;
let counting = false;

/** When the turn that runs now began, as far as anybody has asked. */
function turnBegan(): number {
  if (!counting) {
    counting = true;
    began = performance.now();
    setImmediate(() => {
      counting = false;
    });
  }
  return began;
}

/** Lets others of this process have a turn where the one that runs has lasted long: between the pieces of long work. */
export async function breathe(): Promise<void> {
  if (performance.now() - turnBegan() > longest) await nextTurn();
}

/** What `map` makes of each, with a breath in between. */
export async function mapSlowly<T, R>(items: readonly T[], map: (item: T, at: number) => R): Promise<R[]> {
  const made: R[] = [];
  for (const [at, item] of items.entries()) {
    made.push(map(item, at));
    if (at % 50 === 49) await breathe();
  }
  return made;
}
