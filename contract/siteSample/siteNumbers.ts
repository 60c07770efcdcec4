interface Sited {
  readonly siteNo: string | null;
  readonly workshop: string | null;
  readonly place: string;
}

/** One place of a workshop; rows of one place share their number. */
export const siteKey = ({ workshop, place }: Pick<Sited, 'workshop' | 'place'>): string => `${workshop ?? ''}\u0000${place}`;

/** Gives numbers in order (01, 02 …), one to each place: a place that has one keeps it, and no number is given twice. */
export function siteNumbers(existing: readonly Sited[]): (site: Pick<Sited, 'workshop' | 'place'>) => string {
  const known = new Map<string, string>();
  let last = 0;
  for (const row of existing) {
    if (!row.siteNo) continue;
    if (!known.has(siteKey(row))) known.set(siteKey(row), row.siteNo);
    if (/^\d{1,6}$/.test(row.siteNo)) last = Math.max(last, Number(row.siteNo));
  }
  return (site) => {
    const held = known.get(siteKey(site));
    if (held !== undefined) return held;
    const next = String((last += 1)).padStart(2, '0');
    known.set(siteKey(site), next);
    return next;
  };
}
