import type { ColumnRole } from './cells/columnHeadings';
import type { InstrumentProfile } from './instrumentProfile';
import type { Quantity } from './instrumentReading';
import type { DecimalMark } from './peakNumber';

/** Columns of a table by content, as a person assigns them once. Columns count from 0. */
export interface Mapping {
  readonly id: string;
  readonly label: string;
  readonly version?: number;
  /** Row of headings; null where the table has none. */
  readonly headings: readonly string[] | null;
  readonly sample: number | null;
  /** Key above the table whose value is the sample. */
  readonly sampleKey?: string | null;
  /** Names of hazards by the names of components in the file. */
  readonly components?: Readonly<Record<string, string>>;
  readonly component: number | null;
  readonly replicate?: number | null;
  readonly unit?: number | null;
  /** Column of the time of the reading. */
  readonly time?: number | null;
  readonly value: number;
  readonly quantity: Quantity;
  readonly decimalMark?: DecimalMark | null;
}

const escapePattern = (text: string): string => text.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const rolesOf = (mapping: Mapping): (readonly [ColumnRole, number])[] =>
  (
    [
      ['sample', mapping.sample],
      ['component', mapping.component],
      ['replicate', mapping.replicate],
      ['unit', mapping.unit],
      ['time', mapping.time],
      [mapping.quantity, mapping.value],
    ] as const
  ).flatMap(([role, at]) => (typeof at === 'number' ? [[role, at] as const] : []));

/**
 * Builds a profile from the columns that a person chose. A table with headings is recognised by all of its headings;
 * a table without headings is never recognised, so that its profile must be chosen.
 */
export function profileFromMapping(mapping: Mapping): InstrumentProfile {
  const { id, label, version = 1, headings } = mapping;
  const further = {
    ...(mapping.decimalMark ? { decimalMark: mapping.decimalMark } : {}),
    ...(mapping.sampleKey ? { keys: { sample: [mapping.sampleKey] } } : {}),
    ...(mapping.sample === null && !mapping.sampleKey ? { sampleIsFileName: true } : {}),
    ...(mapping.components && Object.keys(mapping.components).length ? { components: mapping.components } : {}),
  };
  const roles = rolesOf(mapping);
  if (headings === null)
    return {
      id,
      label,
      version,
      layout: 'positions',
      evidence: ['(?!)'],
      positions: Object.fromEntries(roles),
      rows: { [mapping.value]: '\\d' },
      ...further,
    };
  const roleByColumn = new Map(roles.map(([role, at]) => [at, role]));
  return {
    id,
    label,
    version,
    layout: 'document',
    evidence: headings
      .filter((heading) => heading.trim() !== '')
      .map((heading) => `(?:^|\\t)${escapePattern(heading)}(?:\\t|$)`),
    // A column that the person did not choose is not read, even if its heading is known.
    columns: headings.flatMap((heading, index) =>
      heading.trim() === '' ? [] : [[escapePattern(heading), roleByColumn.get(index) ?? 'ignored'] as const],
    ),
    headings,
    headingRoles: headings.map((_, index) => roleByColumn.get(index) ?? 'ignored'),
    ...further,
  };
}
