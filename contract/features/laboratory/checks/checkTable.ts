/** A table of checks: words alone, the lines that failed by their place. */
export interface CheckTable {
  readonly title: string;
  readonly columns: readonly { readonly heading: string; readonly right: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly failed: readonly number[];
}
