interface SamplingSite {
  readonly workshop: string | null;
  readonly place: string;
  /** Number of points or persons; the place has as many consecutive numbers. */
  readonly points: number;
}

/** Maximum number of points: a sample number has two digits for the point (DOMAIN §1.8). */
const maxPoints = 99;

/** Returns the key of a place in a workshop; rows of one place share their number. */
const siteKey = ({ workshop, place }: Pick<SamplingSite, 'workshop' | 'place'>): string =>
  `${workshop ?? ''}\u0000${place}`;

/**
 * Numbers the places of new rows in order. Example: 01, then 04 after a place with three points. A place that has a
 * number keeps it. Where two digits do not suffice, each place gets only one number.
 * @param existingRows rows that keep their numbers
 */
export function siteNumbers(
  existingRows: readonly (SamplingSite & { readonly siteNo: string | null })[],
  addedSites: readonly SamplingSite[],
): (site: Pick<SamplingSite, 'workshop' | 'place'>) => string {
  const numbersByKey = new Map<string, string>();
  let last = 0;
  for (const row of existingRows) {
    if (!row.siteNo) continue;
    if (!numbersByKey.has(siteKey(row))) numbersByKey.set(siteKey(row), row.siteNo);
    if (/^\d{1,6}$/.test(row.siteNo)) last = Math.max(last, Number(row.siteNo) + row.points - 1);
  }
  const widths = new Map<string, number>();
  for (const site of addedSites)
    if (!numbersByKey.has(siteKey(site)))
      widths.set(siteKey(site), Math.max(widths.get(siteKey(site)) ?? 1, site.points));
  const hasRoom = last + [...widths.values()].reduce((sum, width) => sum + width, 0) <= maxPoints;
  for (const [key, width] of widths) {
    numbersByKey.set(key, String(last + 1).padStart(2, '0'));
    last += hasRoom ? width : 1;
  }
  return (site) => numbersByKey.get(siteKey(site)) ?? String(last + 1).padStart(2, '0');
}

/**
 * Returns the numbers of a row's points, e.g. 04, 05 and 06.
 * @param siteNo number of the first point
 * @param points number of points of the row
 */
export function numbersOfSite(siteNo: string | null, points: number): string[] {
  if (!siteNo) return [];
  if (points < 2 || !/^\d{1,6}$/.test(siteNo)) return [siteNo];
  return Array.from({ length: points }, (_, index) => String(Number(siteNo) + index).padStart(siteNo.length, '0'));
}

/**
 * Formats the numbers of a row's points, e.g. 04–06.
 * @param siteNo number of the first point
 * @param points number of points of the row
 */
export function siteRange(siteNo: string | null, points: number): string {
  if (!siteNo || points < 2 || !/^\d{1,6}$/.test(siteNo)) return siteNo ?? '';
  return `${siteNo}–${String(Number(siteNo) + points - 1).padStart(siteNo.length, '0')}`;
}
