// Links into a list page: one opens the form of a row, optionally at a field; the other opens a row for reading, which
// everybody who may see the list may do.

export const formQuery = { row: 'edit', field: 'field', read: 'view' } as const;

/** Returns the address at which a list page opens the form of a row, with the focus in a field. */
export function formAddress(path: string, row: number, field?: string): string {
  const search = new URLSearchParams({
    [formQuery.row]: String(row),
    ...(field ? { [formQuery.field]: field } : {}),
  }).toString();
  return `${path}${path.includes('?') ? '&' : '?'}${search}`;
}

/** Returns the address at which a list page shows a row for reading. */
export const rowAddress = (path: string, row: number): string =>
  `${path}?${new URLSearchParams({ [formQuery.read]: String(row) }).toString()}`;

interface AskedForm {
  readonly row: number;
  readonly field: string | null;
  /** Opened for reading, even by those who may edit. */
  readonly read: boolean;
}

/** Parses the form request of an address; null where it names no row. */
export function askedForm(search: URLSearchParams): AskedForm | null {
  const read = search.get(formQuery.read);
  const row = read ?? search.get(formQuery.row) ?? '';
  return /^\d{1,9}$/.test(row) ? { row: Number(row), field: search.get(formQuery.field), read: read !== null } : null;
}
