import { flowRule } from '@contract/arithmetic/air/pumpFlow';
import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { equipmentTexts } from '@contract/features/equipment/equipmentRules';
import { judgePumpFlow } from '@contract/features/fieldwork/samples/pumpFlowCheck';
import { numberText } from '@contract/fields/normalizeText';
import type { UseRow } from './equipmentCalls';

// Rows of the grid of flows: stored values, typed values, and the verdict on both.

export interface FlowColumn {
  readonly key: string;
  readonly label: string;
}

/** Typed texts of one row, by column. */
type FlowTexts = Readonly<Record<string, string>>;
/** Typed texts, by the id of a use. */
export type FlowRows = Readonly<Record<number, FlowTexts>>;

const flowText = /^\d{1,6}(\.\d{1,4})?$/;

const isNewer = ({ outAt }: UseRow): boolean => follows331(standardEditionOn((outAt ?? '').slice(0, 10)));

/**
 * Returns the columns of the grid: the readings before sampling by GBZ 331-2024, or one reading if all instruments
 * were taken out before it applied.
 */
export const flowColumns = (useRows: readonly UseRow[]): readonly FlowColumn[] => [
  { key: 'flowSet', label: '设定流量' },
  ...(useRows.some(isNewer)
    ? Array.from({ length: flowRule.readings }, (_, index) => ({
        key: `reading${index}`,
        label: `采样前读数${index + 1}`,
      }))
    : [{ key: 'flowBefore', label: '采样前流量' }]),
  { key: 'flowAfter', label: '采样后流量' },
  ...(useRows.some(isNewer)
    ? [
        { key: 'airTemperature', label: '气温（℃）' },
        { key: 'airPressure', label: '气压（kPa）' },
      ]
    : []),
];

/** Returns the texts of a row: typed, else stored. */
export function flowCells(useRow: UseRow, typedFlowTexts: FlowTexts): FlowTexts {
  const readings = useRow.flowReadings ? useRow.flowReadings.split('、') : [];
  return {
    flowSet: useRow.flowSet ?? '',
    flowBefore: useRow.flowBefore ?? '',
    flowAfter: useRow.flowAfter ?? '',
    airTemperature: useRow.airTemperature ?? '',
    airPressure: useRow.airPressure ?? '',
    ...Object.fromEntries(readings.map((reading, index) => [`reading${index}`, reading])),
    ...typedFlowTexts,
  };
}

const readingsOf = (cells: FlowTexts): string[] =>
  Object.entries(cells)
    .filter(([key, text]) => key.startsWith('reading') && text.trim())
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([, text]) => numberText(text));

/** Returns the rows with changed texts. */
export const changedRows = (useRows: readonly UseRow[], rows: FlowRows): UseRow[] =>
  useRows.filter((use) => {
    const storedCells = flowCells(use, {});
    return Object.entries(rows[use.id] ?? {}).some(([key, text]) => numberText(text) !== (storedCells[key] ?? ''));
  });

/** Returns the body of the call that stores a row. */
export function answersOf(useRow: UseRow, typedFlowTexts: FlowTexts, calibrator: number) {
  const cells = flowCells(useRow, typedFlowTexts);
  const number = (key: string) => numberText(cells[key] ?? '');
  return {
    id: useRow.id,
    version: useRow.version,
    calibrator,
    flowSet: number('flowSet'),
    flowBefore: number('flowBefore'),
    flowAfter: number('flowAfter'),
    airTemperature: number('airTemperature'),
    airPressure: number('airPressure'),
    flowReadings: isNewer(useRow) ? readingsOf(cells) : null,
  };
}

interface JudgedRow {
  readonly message: string;
  /** First fault that prevents storing the row. */
  readonly fault: string | null;
  /** Whether the message reports a value that is wrong or out of its limits, not one that is still missing. */
  readonly isBad: boolean;
}

const missingTexts: ReadonlySet<string> = new Set([
  equipmentTexts.setNeeded,
  equipmentTexts.fewReadings(flowRule.readings),
]);

/** Returns the verdict on the typed values of a row. */
export function judgedRow(useRow: UseRow, typedFlowTexts: FlowTexts): JudgedRow {
  if (!Object.keys(typedFlowTexts).length) return { message: '', fault: null, isBad: false };
  const { flowSet, flowBefore, flowAfter, flowReadings } = answersOf(useRow, typedFlowTexts, 0);
  const wrongText = [flowSet, flowBefore, flowAfter, ...(flowReadings ?? [])].find(
    (text) => text && !flowText.test(text),
  );
  if (wrongText) {
    const message = equipmentTexts.notFlow(wrongText);
    return { message, fault: message, isBad: true };
  }
  const judgement = judgePumpFlow({
    day: (useRow.outAt ?? '').slice(0, 10),
    flowSet: flowSet || null,
    readings: flowReadings ?? [],
    flowBefore: flowBefore || null,
    flowAfter: flowAfter || null,
    constantFlow: false,
  });
  const fault = judgement.faults[0]?.message ?? null;
  return {
    message: fault ?? judgement.message ?? '',
    fault,
    isBad: fault === null ? judgement.verdict === 'fail' : !missingTexts.has(fault),
  };
}

/** Returns the rows after pasting a block of spreadsheet cells from a cell on. Cells outside the grid are dropped. */
export function pasteFlowCells(
  rows: FlowRows,
  useRows: readonly UseRow[],
  columns: readonly FlowColumn[],
  from: { readonly row: number; readonly column: number },
  text: string,
): FlowRows {
  const newRows: Record<number, FlowTexts> = { ...rows };
  for (const [rowOffset, line] of text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .entries()) {
    const use = useRows[from.row + rowOffset];
    if (!use) break;
    const cells = line.split('\t').flatMap((cell, columnOffset): [string, string][] => {
      const column = columns[from.column + columnOffset];
      return column ? [[column.key, cell.trim()]] : [];
    });
    newRows[use.id] = { ...newRows[use.id], ...Object.fromEntries(cells) };
  }
  return newRows;
}

const calibratorMemory = 'flowCalibrator';

/** Remembers the calibrator last used in this browser. */
export function rememberCalibrator(id: number): void {
  try {
    localStorage.setItem(calibratorMemory, String(id));
  } catch {
    // With a full or denied storage it is chosen again next time.
  }
}

export function rememberedCalibrator(): number | null {
  try {
    return Number(localStorage.getItem(calibratorMemory)) || null;
  } catch {
    return null;
  }
}

/**
 * Returns the calibrator to propose: the one of the project's last calibration, else the one last used in this
 * browser, else the only usable one.
 */
export function proposedCalibrator(
  useRows: readonly UseRow[],
  usableIds: readonly number[],
  remembered: number | null,
): number | null {
  const lastUse = useRows
    .filter(({ calibrator }) => calibrator !== null && usableIds.includes(calibrator))
    .sort((a, b) => String(b.updateTime).localeCompare(String(a.updateTime)))[0];
  if (lastUse) return lastUse.calibrator;
  if (remembered !== null && usableIds.includes(remembered)) return remembered;
  return usableIds.length === 1 ? (usableIds[0] ?? null) : null;
}
