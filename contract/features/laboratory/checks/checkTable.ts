/** A table of checks as text, with the indices of the failed rows. */
export interface CheckTable {
  readonly title: string;
  readonly columns: readonly { readonly heading: string; readonly right: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly failed: readonly number[];
}
