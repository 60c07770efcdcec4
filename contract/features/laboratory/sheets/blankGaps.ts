import { isFilledIn } from '../methods/calculation/methodFamily';
import { layoutOfSheet, type LabWork, type LabWorkRow, variantOf } from './labWork';

// Samples of a record without blanks (GBZ 331-2024 5.2.6.2.3 e). No blank is subtracted from their results.

type GapWork = Pick<LabWork, 'sheet' | 'method'> & {
  readonly rows: readonly Pick<LabWorkRow, 'id' | 'sampleNo' | 'rowKind' | 'blanks' | 'readings'>[];
};

/** Returns whether a blank was typed in the row itself. */
const hasTypedBlank = ({ readings }: Pick<LabWorkRow, 'readings'>): boolean =>
  isFilledIn(readings['blankResponse']) || isFilledIn(readings['blankLoss']);

/** Lists the numbers of samples without a subtracted blank although the method requires one, each once. */
export function samplesWithoutBlank({ sheet, method, rows }: GapWork): string[] {
  const needsBlanks =
    layoutOfSheet(sheet).family.subtractsBlanks && variantOf(sheet) === 'ordinary' && method.blanksPerBatch !== 0;
  if (!needsBlanks) return [];
  const blanks = new Set(rows.filter(({ rowKind }) => rowKind === 'blank').map(({ id }) => id));
  const rowsWithoutBlank = rows.filter(
    (row) =>
      row.rowKind !== 'blank' &&
      !hasTypedBlank(row) &&
      (row.blanks === null ? blanks.size === 0 : !row.blanks.some((id) => blanks.has(id))),
  );
  return [...new Set(rowsWithoutBlank.map(({ sampleNo }) => sampleNo))];
}

const maxNamed = 5;

export const blankGapTexts = {
  /** Message in the submission dialog and in the server's refusal. */
  missing: (numbers: readonly string[]) =>
    `${numbers.length}个样品没有本批次（同日、同批号采样介质）的空白，结果未扣除空白：${numbers.slice(0, maxNamed).join('、')}${numbers.length > maxNamed ? '等' : ''}。请填写原因，原因将打印在原始记录上`,
  reason: '没有空白的原因',
  printed: '空白说明',
  otherBatch: (no: string, blanks: readonly string[], reason: string) =>
    `样品${no}使用其他批次的空白${blanks.join('、')}：${reason}`,
} as const;
