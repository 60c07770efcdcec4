/** A column as the person arranged it. The server keeps it with the list (`src/listEditor/listPreference.ts`). */
export interface ColumnChoice {
  readonly name: string;
  readonly hidden?: boolean;
  readonly pin?: 'left' | 'right' | null;
  /** Width in px; dragged in the header (`src/grid/useColumnEdgeDrag.ts`). */
  readonly width?: number;
}

/**
 * Returns the page's columns in the person's order. A column that the person has never arranged follows its predecessor
 * in the page's list.
 * @param names columns of the page
 * @param choices the person's arrangement, in their order
 */
export function arrangeColumns(names: readonly string[], choices: readonly ColumnChoice[] = []): ColumnChoice[] {
  const keptChoices = choices.filter(({ name }) => names.includes(name));
  const arrangedColumns = [...keptChoices];
  names.forEach((name, index) => {
    if (keptChoices.some((choice) => choice.name === name)) return;
    const predecessors = names
      .slice(0, index)
      .reverse()
      .find((otherName) => arrangedColumns.some((choice) => choice.name === otherName));
    arrangedColumns.splice(
      predecessors === undefined ? 0 : arrangedColumns.findIndex((choice) => choice.name === predecessors) + 1,
      0,
      { name },
    );
  });
  return arrangedColumns;
}

/** Returns the names of the columns that the person sees, in their order. */
export const shownColumns = (names: readonly string[], choices?: readonly ColumnChoice[]): string[] =>
  arrangeColumns(names, choices).flatMap(({ name, hidden }) => (hidden ? [] : [name]));

/**
 * Returns the person's arrangement with a new width of one column.
 * @param columns columns as `arrangeColumns` returns them
 * @param width width in px to keep
 */
export const withColumnWidth = (columns: readonly ColumnChoice[], name: string, width: number): ColumnChoice[] =>
  columns.map((choice) => (choice.name === name ? { ...choice, width } : choice));
