// Concentrations of a mixed stock solution, entered in one line: `苯 1000；甲苯 2000`, or `1000` for all components.

/** Concentration of each component by its name; under the empty name the concentration of all components. */
type StockConcentrations = ReadonlyMap<string, string>;

const entryPattern = /^(?:(.+?)[\s:：=]+)?(\d+(?:\.\d+)?)$/u;

/**
 * Parses concentrations written in one line.
 * @returns null where a concentration can't be parsed or is 0, or two have the same name
 */
export function parseStockConcentrations(text: string): StockConcentrations | null {
  const parts = text.split(/[；;\n]/u).map((part) => part.trim());
  const stock = new Map<string, string>();
  for (const part of parts.filter(Boolean)) {
    const match = entryPattern.exec(part);
    const [, name = '', value = ''] = match ?? [];
    const key = name.trim();
    if (!match || Number(value) === 0 || stock.has(key)) return null;
    stock.set(key, value);
  }
  return stock.size === 0 || (stock.size > 1 && stock.has('')) ? null : stock;
}
