// A link from elsewhere into the form of one row of a list, at one field of it: what a check finds missing is filled one click away.

export const formQuery = { row: 'edit', field: 'field' } as const;

/** The address at which a list page opens the form of a row with the keyboard in a field. */
export function formAddress(path: string, row: number, field?: string): string {
  const search = new URLSearchParams({ [formQuery.row]: String(row), ...(field ? { [formQuery.field]: field } : {}) }).toString();
  return `${path}${path.includes('?') ? '&' : '?'}${search}`;
}

export interface AskedForm {
  readonly row: number;
  readonly field: string | null;
}

/** What an address asks for; null where it asks for no row. */
export function askedForm(search: URLSearchParams): AskedForm | null {
  const row = search.get(formQuery.row) ?? '';
  return /^\d{1,9}$/.test(row) ? { row: Number(row), field: search.get(formQuery.field) } : null;
}
