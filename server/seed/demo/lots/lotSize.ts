/** Returns the unit of a lot by its size. */
export const unitOf = (specification: string): string =>
  specification.endsWith('mL')
    ? 'mL'
    : specification.endsWith('支')
      ? 'ampoule'
      : specification.endsWith('盒')
        ? 'box'
        : 'bottle';

/** Reorder levels; toluene and carbon disulfide are below theirs. */
export const reorderLevels: Readonly<Record<string, string>> = {
  'BW-2601': '4',
  'BW-2602': '6',
  'BW-2605': '3',
  'SJ-2601': '8',
  'SJ-2602': '2',
  'SJ-2604': '3',
};
