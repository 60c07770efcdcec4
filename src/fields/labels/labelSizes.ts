/** Label paper with its sizes in mm. */
export interface LabelSize {
  readonly key: string;
  readonly title: string;
  readonly page: { readonly width: number; readonly height: number };
  readonly label: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
}

/** Papers offered in the dialog. */
export const labelSizes: readonly LabelSize[] = [
  // The common sheet of 24 labels: 70 × 37 mm, no side margins, 0.5 mm at top and bottom.
  {
    key: 'sheet',
    title: 'A4 标签纸（3×8，每张24枚）',
    page: { width: 210, height: 297 },
    label: { width: 70, height: 37 },
    columns: 3,
    rows: 8,
  },
  {
    key: 'small',
    title: '标签机 50×30 mm',
    page: { width: 50, height: 30 },
    label: { width: 50, height: 30 },
    columns: 1,
    rows: 1,
  },
  {
    key: 'large',
    title: '标签机 60×40 mm',
    page: { width: 60, height: 40 },
    label: { width: 60, height: 40 },
    columns: 1,
    rows: 1,
  },
];

/**
 * Returns the labels page by page.
 * @param skippedCount number of places that stay empty on the first sheet, because they were used before
 */
export function pagesOf<T>(
  labels: readonly T[],
  { columns, rows }: Pick<LabelSize, 'columns' | 'rows'>,
  skippedCount = 0,
): (T | null)[][] {
  const places: (T | null)[] = [...Array<null>(columns * rows > 1 ? skippedCount : 0).fill(null), ...labels];
  const pages: (T | null)[][] = [];
  for (let from = 0; from < places.length; from += columns * rows)
    pages.push(places.slice(from, from + columns * rows));
  return pages;
}
