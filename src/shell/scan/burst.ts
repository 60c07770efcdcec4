// QUALITY §5, 8: a scanner types its code faster than a person can, and ends it with Enter.

/** ms between two keys of a scanner at most, on a busy machine; nobody types six signs and Enter outside of an input at that pace. */
const quick = 150;
/** Fewer keys are no code, but somebody's fingers. */
const least = 6;

/** Tells the keys of a scanner from those of a person. `press` answers the code when its Enter comes, else null. */
export function burstReader(): { readonly press: (key: string, at: number) => string | null; readonly running: () => boolean } {
  let typed = '';
  let last = 0;
  return {
    press(key, at) {
      const inTime = at - last <= quick;
      last = at;
      if (key === 'Enter') {
        const code = inTime && typed.length >= least ? typed : null;
        typed = '';
        return code;
      }
      // Shift goes before a capital and belongs to the scan.
      if (key === 'Shift') return null;
      typed = key.length === 1 ? (inTime ? typed + key : key) : '';
      return null;
    },
    running: () => typed.length >= 3,
  };
}
