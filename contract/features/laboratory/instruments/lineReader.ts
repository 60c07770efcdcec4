import { readValue } from './cells/cellValues';
import type { InstrumentProfile } from './instrumentProfile';
import type { Quantity, ReadLine, SourceSheet } from './instrumentReading';
import { instrumentTexts } from './instrumentTexts';

/**
 * Reads lines that balances and meters send. Each line has one number; a pattern has the groups `value`, `unit`,
 * `sample` and `time`.
 */
export function readLinesOf(profile: InstrumentProfile, sheet: SourceSheet): ReadLine[] {
  // (?!) matches nothing: a profile without a pattern reads no line.
  const pattern = new RegExp(profile.line ?? '(?!)', 'i');
  const unstable = profile.unstable === undefined ? null : new RegExp(profile.unstable, 'i');
  return sheet.rows.flatMap((row) => {
    const text = row.cells.filter((cell) => cell !== '').join(' ');
    const groups = pattern.exec(text)?.groups;
    if (!groups) return [];
    const { value, reason } = readValue(groups['value']?.replaceAll(/\s+/g, '') ?? '', profile.decimalMark ?? null);
    const isUnstable = unstable?.test(text) ?? false;
    const sample = groups['sample']?.trim() || null;
    return {
      line: row.line,
      sheet: sheet.name,
      sample,
      otherNames: [],
      component: null,
      quantity: (profile.quantity ?? 'result') satisfies Quantity,
      value: isUnstable ? null : value,
      text,
      unit: groups['unit']?.trim() || null,
      replicate: null,
      time: groups['time'] ?? null,
      vial: null,
      kind: null,
      signal: null,
      retention: null,
      reason: isUnstable ? instrumentTexts.unstable : (reason ?? (sample === null ? instrumentTexts.sampleLost : null)),
    };
  });
}
