// Links into a page: to a tab, a row and a field of it, which gets the focus.

const placeQuery = { tab: 'at', row: 'row', field: 'field' } as const;

export interface PlaceInPage {
  /** Key of the tab. */
  readonly tab?: string | undefined;
  /** Id of the row, sample or day. */
  readonly row?: number | undefined;
  /** Name of the field that gets the focus. */
  readonly field?: string | undefined;
}

/** Adds a place to the address of its page. */
export function placeAddress(path: string, { tab, row, field }: PlaceInPage): string {
  const search = new URLSearchParams({
    ...(tab ? { [placeQuery.tab]: tab } : {}),
    ...(row === undefined || !Number.isInteger(row) ? {} : { [placeQuery.row]: String(row) }),
    ...(field ? { [placeQuery.field]: field } : {}),
  }).toString();
  return search ? `${path}${path.includes('?') ? '&' : '?'}${search}` : path;
}

/** Parses the place in an address; null where the address names none. */
export function parsePlaceAddress(search: URLSearchParams): PlaceInPage | null {
  const [tab, rowText, field] = Object.values(placeQuery).map((name) => search.get(name) ?? undefined);
  const row = rowText && /^\d{1,9}$/.test(rowText) ? Number(rowText) : undefined;
  return tab || row !== undefined || field ? { tab, row, field } : null;
}

/** Returns the query of an address without its place. */
export function withoutPlace(search: URLSearchParams): URLSearchParams {
  const remainingParams = new URLSearchParams(search);
  for (const name of Object.values(placeQuery)) remainingParams.delete(name);
  return remainingParams;
}
