// QUALITY §4, 8: a scanner types a code faster than a person and ends it with Enter.

/** Largest average ms per key. Nobody types six characters and Enter outside an input at that speed. */
const maxKeyGapMs = 150;
/** Time in ms after which earlier keys belong to another input. A busy machine never delays a key for so long. */
const endPauseMs = 600;
/** Least number of keys of a code. */
const minKeys = 6;

/** Distinguishes a scanner's keys from a person's. `press` returns the code at its Enter, else null. */
export function scannerKeys(): { readonly press: (key: string, index: number) => string | null } {
  let typedText = '';
  let firstKeyAt = 0;
  let lastKeyAt = 0;
  return {
    press(key, index) {
      const goesOn = index - lastKeyAt <= endPauseMs;
      lastKeyAt = index;
      // Shift precedes a capital and belongs to the scan.
      if (key === 'Shift') return null;
      if (key === 'Enter') {
        const code =
          goesOn && typedText.length >= minKeys && (index - firstKeyAt) / typedText.length <= maxKeyGapMs
            ? typedText
            : null;
        typedText = '';
        return code;
      }
      if (key.length !== 1) typedText = '';
      else if (goesOn && typedText) typedText += key;
      else [typedText, firstKeyAt] = [key, index];
      return null;
    },
  };
}
