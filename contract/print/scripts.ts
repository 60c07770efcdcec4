// Raised and lowered letters, for those who set them as such.

/** Glyphs that the face lacks, as the lowered or raised letter that they are. */
const lowered = new Map([...'₀₁₂₃₄₅₆₇₈₉₊₋'].map((letter, at) => [letter, '0123456789+-'[at] ?? '']));
const raised = new Map([...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ'].map((letter, at) => [letter, '0123456789+-n'[at] ?? '']));
const scripted = /[₀-₉₊₋⁰⁴-⁹⁺⁻ⁿ]/;

export interface Run {
  readonly text: string;
  readonly sub?: true;
  readonly sup?: true;
}

/** `SiO₂` as three runs; a text of common letters is one. */
export function runsOf(text: string): string | Run[] {
  if (!scripted.test(text)) return text;
  return text.split(/([₀-₉₊₋]+|[¹²³]*[⁰⁴-⁹⁺⁻ⁿ][⁰¹²³⁴-⁹⁺⁻ⁿ]*)/).filter(Boolean).map((part): Run => {
    const put = (map: ReadonlyMap<string, string>) => [...part].map((letter) => map.get(letter) ?? letter).join('');
    if (lowered.has(part.charAt(0))) return { text: put(lowered), sub: true };
    // ³ alone is in the face; beside what is not, all are raised alike.
    return scripted.test(part) ? { text: put(raised), sup: true } : { text: part };
  });
}
