// Converts subscripts and superscripts to runs for drawing.

/** Subscript characters that the font lacks, with their base characters; superscripts follow. */
const baseOfSubscript = new Map([...'₀₁₂₃₄₅₆₇₈₉₊₋'].map((letter, index) => [letter, '0123456789+-'[index] ?? '']));
const baseOfSuperscript = new Map([...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ'].map((letter, index) => [letter, '0123456789+-n'[index] ?? '']));
const scriptedText = /[₀-₉₊₋⁰⁴-⁹⁺⁻ⁿ]/;

export interface Run {
  readonly text: string;
  readonly sub?: true;
  readonly sup?: true;
}

/**
 * Pattern of quantities of GBZ 2.1 and 2.2 whose subscript has no characters, e.g. C with TWA as subscript. It
 * matches only a label or a quantity before its value, because a sample number may contain the same letters.
 */
const symbolPattern =
  /(?:^|[：，；、（\s])(?:C(?=(?:TWA|STE|ME|PE)(?:$|[=（：\s]))|L(?=EX,(?:8h|W)(?:$|[=（：\s])))(TWA|STE|ME|PE|EX,8h|EX,W)/;

/**
 * Splits a text into runs: `SiO₂` gives a plain and a subscript run. A text without subscripts and superscripts stays
 * one string.
 */
export function runsOf(text: string): string | Run[] {
  const match = symbolPattern.exec(text);
  if (match) {
    const [matchedText, sub = ''] = match;
    const from = match.index + matchedText.length - sub.length;
    return [...runList(text.slice(0, from)), { text: sub, sub: true }, ...runList(text.slice(from + sub.length))];
  }
  return scriptRuns(text);
}

const runList = (text: string): Run[] =>
  text === '' ? [] : [runsOf(text)].flat().map((run) => (typeof run === 'string' ? { text: run } : run));

function scriptRuns(text: string): string | Run[] {
  if (!scriptedText.test(text)) return text;
  return text
    .split(/([₀-₉₊₋]+|[¹²³]*[⁰⁴-⁹⁺⁻ⁿ][⁰¹²³⁴-⁹⁺⁻ⁿ]*)/)
    .filter(Boolean)
    .map((part): Run => {
      const mapLetters = (map: ReadonlyMap<string, string>) =>
        [...part].map((letter) => map.get(letter) ?? letter).join('');
      if (baseOfSubscript.has(part.charAt(0))) return { text: mapLetters(baseOfSubscript), sub: true };
      // The font contains ³. If it lacks one superscript of a text, all are drawn raised, so that they look the same.
      return scriptedText.test(part) ? { text: mapLetters(baseOfSuperscript), sup: true } : { text: part };
    });
}
