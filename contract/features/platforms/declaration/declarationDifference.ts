import { declaration } from '../entities/declaration';
import type { DeclarationVersion } from './declarationWire';

interface FieldDifference {
  readonly field: string;
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface RowDifference {
  readonly workplace: string;
  readonly hazardName: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** 可重复／不重复 counts before the change; `after` are those after it. */
  readonly before: readonly [number | null, number | null] | null;
  readonly after: readonly [number | null, number | null] | null;
}

/** Fields that describe the version rather than the unit. */
const versionFields: ReadonlySet<string> = new Set([
  'unit',
  'state',
  'stageSince',
  'versionNo',
  'declareKind',
  'changeReason',
  'previous',
  'declaredOn',
  'receiptNo',
  'sourceProject',
  'remark',
  'declareYear',
]);

const nullIfEmpty = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** Lists the fields in which two versions differ, in the order of the form. */
export const fieldDifferences = (before: DeclarationVersion, after: DeclarationVersion): FieldDifference[] =>
  Object.entries(declaration.fields).flatMap(([field, { label }]) => {
    if (versionFields.has(field)) return [];
    const [oldValue, newValue] = [
      nullIfEmpty((before as unknown as Record<string, unknown>)[field]),
      nullIfEmpty((after as unknown as Record<string, unknown>)[field]),
    ];
    return oldValue === newValue ? [] : [{ field, label, before: oldValue, after: newValue }];
  });

type DeclarationLine = DeclarationVersion['rows'][number];
const keyOf = ({ workplace, hazardName }: DeclarationLine): string => `${workplace}\u0000${hazardName}`;
const countsOf = ({ exposed, exposedOnce }: DeclarationLine): [number | null, number | null] => [exposed, exposedOnce];

/** Lists added, removed and changed lines of 危害因素分布; workplace and hazard identify a line. */
export function rowDifferences(before: DeclarationVersion, after: DeclarationVersion): RowDifference[] {
  const [oldRows, now] = [
    new Map(before.rows.map((row) => [keyOf(row), row])),
    new Map(after.rows.map((row) => [keyOf(row), row])),
  ];
  const removedRows = before.rows
    .filter((row) => !now.has(keyOf(row)))
    .map((row): RowDifference => ({
      workplace: row.workplace,
      hazardName: row.hazardName,
      change: 'removed',
      before: countsOf(row),
      after: null,
    }));
  const changedOrAdded = after.rows.flatMap((row): RowDifference[] => {
    const oldRow = oldRows.get(keyOf(row));
    if (!oldRow)
      return [
        { workplace: row.workplace, hazardName: row.hazardName, change: 'added', before: null, after: countsOf(row) },
      ];
    return oldRow.exposed === row.exposed && oldRow.exposedOnce === row.exposedOnce
      ? []
      : [
          {
            workplace: row.workplace,
            hazardName: row.hazardName,
            change: 'changed',
            before: countsOf(oldRow),
            after: countsOf(row),
          },
        ];
  });
  return [...changedOrAdded, ...removedRows];
}
