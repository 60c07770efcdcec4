/** Returns the key of a cell: `2026-11-24|3` (week, with vehicle) or `2026-11-24` (month). */
export const calendarCellKey = (day: string, vehicleId: number | null): string =>
  vehicleId === null ? day : `${day}|${vehicleId}`;

export function placeOf(cell: string): { readonly day: string; readonly vehicle: number | null } {
  const [day = '', vehicle] = cell.split('|');
  return { day, vehicle: vehicle === undefined ? null : Number(vehicle) };
}

/** Returns the cells by row: one row per vehicle (week), or per week (`vehicleIds` null, month). */
export const rowsOf = (days: readonly string[], vehicleIds: readonly number[] | null): string[][] =>
  vehicleIds
    ? vehicleIds.map((vehicleId) => days.map((day) => calendarCellKey(day, vehicleId)))
    : Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7));

const arrowSteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** Returns the cell that a key moves to; the same at the edge, null for other keys. */
export function neighbourCell(rows: readonly (readonly string[])[], cell: string, key: string): string | null {
  const step = arrowSteps[key];
  const index = rows.findIndex((row) => row.includes(cell));
  if (!step || index < 0) return null;
  const row = rows[Math.min(Math.max(index + step[0], 0), rows.length - 1)] ?? [];
  const column = (rows[index]?.indexOf(cell) ?? 0) + step[1];
  return row[Math.min(Math.max(column, 0), row.length - 1)] ?? cell;
}
