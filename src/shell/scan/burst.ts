// QUALITY §4, 8: a scanner types its code faster than a person can, and ends it with Enter.

/** ms a key on the average, at most; nobody types six signs and Enter outside of an input at that pace. */
const quick = 150;
/**
 * ms after which what was typed before belongs to something else. A busy machine may hold one key back, never for so
 * long.
 */
const pause = 600;
/** Fewer keys are no code, but somebody's fingers. */
const least = 6;

/** Tells the keys of a scanner from those of a person. `press` answers the code when its Enter comes, else null. */
export function burstReader(): { readonly press: (key: string, at: number) => string | null } {
  let typed = '';
  let first = 0;
  let last = 0;
  return {
    press(key, at) {
      const goesOn = at - last <= pause;
      last = at;
      // Shift goes before a capital and belongs to the scan.
      if (key === 'Shift') return null;
      if (key === 'Enter') {
        const code = goesOn && typed.length >= least && (at - first) / typed.length <= quick ? typed : null;
        typed = '';
        return code;
      }
      if (key.length !== 1) typed = '';
      else if (goesOn && typed) typed += key;
      else [typed, first] = [key, at];
      return null;
    },
  };
}
