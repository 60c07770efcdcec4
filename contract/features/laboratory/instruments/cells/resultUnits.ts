// Units as instruments write them. They are parsed from the file, never inferred from a quantity.

const plainUnit =
  /^(?:pp[mbt]v?|cps|kcps|counts?|%|‰|°C|℃|oC|pH|dB(?:\s?\([ACZ]\))?|min|s|sec|h|abs|m?AU|n?RIU|LU|nm|mS\/m|[µμumk]?S(?:\/c?m)?|[nfpµμumk]?[VAC])$/i;
const areaUnitPattern = /^(?:m?AU|[µμunmp]?(?:S|V|A|C)|counts|cps|RIU)\s?[*·×.]\s?(?:s|sec|min)$/i;
const massUnitPattern = '(?:[munpkfµμ]?g|[munpµμ]?mol|m?eq|IU)';
const ratedUnit = new RegExp(
  `^${massUnitPattern}(?:\\s[A-Z][A-Za-z0-9]{0,8})?(?:\\s?(?:/|每)\\s?(?:100\\s?)?(?:[munµμdk]?[lLg]|[cdm]?m(?:3|³|2|²)|支|管|张|片))?$`,
);

/** Returns whether a text is a unit. */
export function isUnit(text: string): boolean {
  const unitText = text.normalize('NFKC').trim();
  return (
    unitText.length <= 20 && (plainUnit.test(unitText) || areaUnitPattern.test(unitText) || ratedUnit.test(unitText))
  );
}

/** Splits a cell with a number and its unit, e.g. `28.41 mg`, `88.3 dB`, `1.08ng/mL`. */
export function splitUnit(cell: string): { readonly number: string; readonly unit: string | null } {
  const match = /^([<>]?\s*[+-]?\s*[\d.,'’]+(?:[eE][+-]?\d{1,3})?)\s*([^\d\s.,'’].*)$/.exec(
    cell.normalize('NFKC').trim(),
  );
  const unit = match?.[2]?.trim() ?? '';
  return match && isUnit(unit) ? { number: (match[1] ?? '').trim(), unit } : { number: cell, unit: null };
}
