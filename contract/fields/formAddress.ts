// Links into a list page. One opens the form of a row, optionally at a field. The other opens a row for reading,
// which everybody may do who may see the list.

export const formQuery = { row: 'edit', field: 'field', read: 'view' } as const;

/**
 * Returns the address of a list page that opens the form of a row, with the focus in a field.
 * @param path address of the list page
 * @param row id of the row
 * @param field name of the field
 */
export function formAddress(path: string, row: number, field?: string): string {
  const search = new URLSearchParams({
    [formQuery.row]: String(row),
    ...(field ? { [formQuery.field]: field } : {}),
  }).toString();
  return `${path}${path.includes('?') ? '&' : '?'}${search}`;
}

/** Returns the address of a list page that opens a row for reading. */
export const rowAddress = (path: string, row: number): string =>
  `${path}?${new URLSearchParams({ [formQuery.read]: String(row) }).toString()}`;

interface RequestedForm {
  readonly row: number;
  readonly field: string | null;
  /** Whether the row opens for reading, even for people who may edit. */
  readonly read: boolean;
}

/** Parses the row in an address; null where the address names none. */
export function parseFormAddress(search: URLSearchParams): RequestedForm | null {
  const readParameter = search.get(formQuery.read);
  const row = readParameter ?? search.get(formQuery.row) ?? '';
  return /^\d{1,9}$/.test(row)
    ? { row: Number(row), field: search.get(formQuery.field), read: readParameter !== null }
    : null;
}
