// Levels of a method's uncertainty, typed in 方法库 in one line: `0.1～1：20%（k=2）；20～100：8%（k=2）`. U is stated for the
// level at which it was evaluated (JJF 1059.1-2012).

/** Relative expanded uncertainty between two concentrations, mg/m³; null is an open end. */
export interface UncertaintyLevel {
  readonly low: string | null;
  readonly high: string | null;
  /** Expanded uncertainty U, %. */
  readonly percent: string;
  readonly k: string | null;
}

const numberPattern = '\\d+(?:\\.\\d+)?';
const rangePattern = `(?:(${numberPattern})\\s*[～~]\\s*(${numberPattern})|[≥>]=?\\s*(${numberPattern})|[≤<]=?\\s*(${numberPattern}))`;
const levelPattern = new RegExp(
  `^${rangePattern}\\s*(?:mg/m³)?\\s*[:：]\\s*(?:U\\s*=\\s*)?(${numberPattern})\\s*%\\s*(?:[（(]\\s*k\\s*=\\s*(${numberPattern})\\s*[)）])?$`,
  'u',
);

function levelOf(text: string): UncertaintyLevel | null {
  const match = levelPattern.exec(text.trim());
  if (!match) return null;
  const [, from, to, aboveBound, belowBound, percent = '', k] = match;
  const [low, high] = [from ?? aboveBound ?? null, to ?? belowBound ?? null];
  if (low !== null && high !== null && Number(low) > Number(high)) return null;
  if (Number(percent) === 0) return null;
  return { low, high, percent: String(Number(percent)), k: k ? String(Number(k)) : null };
}

const isBelow = (entry: UncertaintyLevel, otherUncertaintyLevel: UncertaintyLevel): boolean =>
  entry.high !== null && otherUncertaintyLevel.low !== null && Number(entry.high) <= Number(otherUncertaintyLevel.low);

/**
 * Parses levels written in one line.
 * @returns null where a level can't be parsed, or two levels share more than an end point
 */
export function parseUncertaintyLevels(text: string): UncertaintyLevel[] | null {
  const parts = text.split(/[；;\n]/u).filter((part) => part.trim() !== '');
  const levels = parts.map(levelOf).filter((entry) => entry !== null);
  if (levels.length < parts.length) return null;
  const areDisjoint = levels.every((entry, index) =>
    levels
      .slice(index + 1)
      .every((otherUncertaintyLevel) => isBelow(entry, otherUncertaintyLevel) || isBelow(otherUncertaintyLevel, entry)),
  );
  return areDisjoint ? levels : null;
}
