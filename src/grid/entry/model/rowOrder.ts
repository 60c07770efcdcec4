import type { EntryRow } from './entryTypes';

const orderStep = 10;

/**
 * Assigns order numbers to the rows. If the existing numbers ascend, they stay, and new rows get numbers between
 * their neighbours or after the last. If there is no room or they do not ascend, all rows are numbered again.
 * @param name field that stores the number
 * @param maxNumber largest number that the field accepts
 */
export function assignOrder(rows: readonly EntryRow[], name: string, maxNumber: number): readonly EntryRow[] {
  const numberOf = (row: EntryRow): number | null => (typeof row.values[name] === 'number' ? row.values[name] : null);
  const currentNumbers = rows.map(numberOf);
  const presentNumbers = currentNumbers.filter((number) => number !== null);
  const isAscending = presentNumbers.every(
    (number, index) => index === 0 || number > (presentNumbers[index - 1] as number),
  );
  const numbers = isAscending ? fillGaps(currentNumbers, maxNumber) : null;
  const next =
    numbers ??
    rows.map((_, index) =>
      Math.min(
        maxNumber,
        (index + 1) * Math.max(1, Math.min(orderStep, Math.floor(maxNumber / Math.max(1, rows.length)))),
      ),
    );
  return rows.map((row, index) =>
    numberOf(row) === next[index] ? row : { ...row, values: { ...row.values, [name]: next[index] } },
  );
}

function fillGaps(currentNumbers: readonly (number | null)[], maxNumber: number): number[] | null {
  const numbers: number[] = [];
  let last = 0;
  for (let index = 0; index < currentNumbers.length;) {
    const currentNumber = currentNumbers[index];
    if (typeof currentNumber === 'number') {
      numbers.push(currentNumber);
      last = currentNumber;
      index += 1;
      continue;
    }
    let end = index;
    while (end < currentNumbers.length && currentNumbers[end] === null) end += 1;
    const next = currentNumbers[end];
    const gap = end - index;
    const space = typeof next === 'number' ? Math.min(orderStep, Math.floor((next - last) / (gap + 1))) : orderStep;
    if (space < 1 || last + space * gap > maxNumber) return null;
    for (; index < end; index += 1) numbers.push((last += space));
  }
  return numbers;
}
