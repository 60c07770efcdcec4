// A link from elsewhere into the form of one row of a list, at one field of it: what a check finds missing is filled
// one click away.
// And to one row to be read, which is open to whoever may see the list.

export const formQuery = { row: 'edit', field: 'field', read: 'view' } as const;

/** The address at which a list page opens the form of a row with the keyboard in a field. */
export function formAddress(path: string, row: number, field?: string): string {
  const search = new URLSearchParams({
    [formQuery.row]: String(row),
    ...(field ? { [formQuery.field]: field } : {}),
  }).toString();
  return `${path}${path.includes('?') ? '&' : '?'}${search}`;
}

/** The address at which a list page shows a row to read. */
export const rowAddress = (path: string, row: number): string =>
  `${path}?${new URLSearchParams({ [formQuery.read]: String(row) }).toString()}`;

export interface AskedForm {
  readonly row: number;
  readonly field: string | null;
  /** To be read, whoever may edit it. */
  readonly read: boolean;
}

/** What an address asks for; null where it asks for no row. */
export function askedForm(search: URLSearchParams): AskedForm | null {
  const read = search.get(formQuery.read);
  const row = read ?? search.get(formQuery.row) ?? '';
  return /^\d{1,9}$/.test(row) ? { row: Number(row), field: search.get(formQuery.field), read: read !== null } : null;
}
