import type { Derived, EntryRow, Values } from '@/grid/DataGrid';
import type { StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import type { RecordResult, RowResult, Working } from '@contract/features/laboratory/methods/calculation/labRecord';
import {
  layoutOfSheet,
  type LabWork,
  methodOf,
  resultsOf,
  type RowFacts,
} from '@contract/features/laboratory/sheets/labWork';
import { readingKeys, readingsIn } from '@contract/features/laboratory/sheets/rowEntity';

const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

/**
 * Converts a grid row to the input of the calculation. Unreadable values are left out, and their cells show the error.
 */
function factsOf({ values, texts }: EntryRow, keys: readonly string[]): RowFacts {
  const readable = keys.filter((key) => !texts?.[key]);
  return {
    id: Number(values['id']),
    sample: Number(values['sample']),
    rowKind: String(values['rowKind']),
    volume: textOrNull(values['volume']),
    temperature: textOrNull(values['temperature']),
    pressure: textOrNull(values['pressure']),
    standardVolume: textOrNull(values['standardVolume']),
    sampledOn: textOrNull(values['sampledOn']),
    blanks: (values['blanks'] as readonly number[] | null | undefined) ?? null,
    normSet: (values['normSet'] as StandardEdition | null | undefined) ?? null,
    resultDecimals: (values['resultDecimals'] as Readonly<Record<string, number>> | null | undefined) ?? null,
    readings: readingsIn(values, readable),
  };
}

const messageOf = (rowResult: RowResult, level: string): string | undefined =>
  rowResult.notes
    .filter((note) => note.level === level)
    .map(({ message }) => message)
    .join('；') || undefined;

function derivedOf(rowResult: RowResult): Values {
  return {
    result: rowResult,
    computed: rowResult.computed,
    notes: rowResult.notes.map(({ message }) => message).join('；'),
    error: messageOf(rowResult, 'error'),
    warning: messageOf(rowResult, 'warning'),
    ...(rowResult.state === 'done' ? { unit: rowResult.unit } : {}),
    ...(rowResult.state === 'problem' ? { problem: rowResult.problem.message } : {}),
  };
}

/** Returns the stored results of a submitted record. Signed content is not recalculated. */
function storedRow({ values }: EntryRow): Values {
  const working = typeof values['working'] === 'string' ? (JSON.parse(values['working']) as Working) : null;
  const computed = (values['computed'] ?? {}) as Readonly<Record<string, string>>;
  const notes = textOrNull(values['notes']);
  const storedNotes = notes ? notes.split('；').map((message) => ({ level: 'info' as const, message })) : [];
  const { reportText, resultNum } = values;
  const result =
    typeof reportText === 'string' && typeof resultNum === 'string'
      ? { text: reportText, num: resultNum, censored: values['censored'] === true }
      : null;
  return {
    computed,
    notes: notes ?? '',
    unit: textOrNull(values['unit']) ?? '',
    ...(values['problem'] ? { problem: values['problem'] } : {}),
    ...(result
      ? {
          result: {
            state: 'done',
            id: Number(values['id']),
            computed,
            raw: {},
            notes: storedNotes,
            result,
            unit: textOrNull(values['unit']) ?? '',
            minimum: null,
            working: () => working,
          },
        }
      : {}),
  };
}

/**
 * Returns the function that derives the grid's values: calculated for a draft, by the server's function; the stored
 * results otherwise.
 */
export function gridCalculation(
  work: Pick<LabWork, 'sheet' | 'method' | 'curve' | 'tubes'>,
): (rows: readonly EntryRow[]) => Derived {
  if (work.sheet.state !== 'drafting') return (rows) => new Map(rows.map((row) => [row.key, storedRow(row)]));
  const keys = readingKeys(methodOf(work.sheet), layoutOfSheet(work.sheet).key);
  return (rows) => {
    const rowFacts = rows.map((row) => factsOf(row, keys));
    let recordResult: RecordResult;
    try {
      recordResult = resultsOf(work, rowFacts);
    } catch (error) {
      if (!(error instanceof CalculationProblem)) throw error;
      return new Map(rows.map(({ key }) => [key, { problem: error.message, computed: {}, notes: '' }]));
    }
    return new Map(
      rows.flatMap(({ key }, index) => {
        const result = recordResult.rows[index];
        return result ? [[key, derivedOf(result)] as const] : [];
      }),
    );
  };
}
