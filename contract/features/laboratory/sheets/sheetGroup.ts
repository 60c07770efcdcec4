import type { Row } from '@contract/entity';
import type { labSheet } from '../entities/labSheet';

// 合并记录: one original record for several hazards of one collector, e.g. 五苯两酯. Its records share the head and are
// signed together; each keeps its rows, curve and limits.

export const sheetGroupTexts = {
  make: '合成一份原始记录',
  makeHint: '同一项目、采样介质、检测技术和仪器的多个检测项目：共用一个表头，一并提交、复核、审核，打印为一份',
  made: (no: string, names: readonly string[]) => `已合成一份原始记录${no}：${names.join('、')}`,
  leave: '拆出',
  confirmLeave: (name: string) => `确定把“${name}”从合并的原始记录中拆出吗？表头和检测数据不变。`,
  left: (count: number) => `已拆出${count}份检测记录`,
  members: '本份原始记录的检测项目',
  note: (names: readonly string[]) => `本份原始记录的${names.length}个检测项目一并办理：${names.join('、')}`,
  section: (name: string) => `检测项目：${name}`,
  needsTwo: '请至少选择两份检测记录或两个检测项目',
  notGrouped: (no: string) => `检测记录${no}没有与其他记录合并`,
  sameHazard: (name: string) => `“${name}”有多份检测记录，每个检测项目请只选择一份`,
  whole: (no: string, missingNumbers: readonly string[]) =>
    `合并的原始记录${no}须一并办理，还缺少${missingNumbers.join('、')}，请刷新后重新办理`,
  differs: {
    project: '所选记录不属于同一个项目，请按项目分别合并',
    methodKind: '所选记录的检测技术不同，请按检测技术分别合并',
    layout: '所选记录的计算方式不同，请按计算方式分别合并',
    variant: '所选记录有现场样品，也有来样，请分别合并',
    analyst: '所选记录的检测人不同，请由各检测人分别合并',
    instrument: '所选记录的检测仪器不同，请先在表头中选择同一台仪器',
  },
  collectors: (names: readonly string[]) => `所选记录的采样介质不同（${names.join('、')}），请按采样介质分别合并`,
} as const;

type GroupedSheet = Pick<
  Row<typeof labSheet>,
  'project' | 'methodKind' | 'layout' | 'variant' | 'analyst' | 'instrument' | 'hazard' | 'hazardName' | 'carriedFrom'
>;

/** Returns the value that decides whether records can share a head; null where nobody has decided on it yet. */
const decidedValue = (sheet: GroupedSheet, name: keyof GroupedSheet): unknown =>
  name === 'instrument' && sheet.carriedFrom !== null ? null : sheet[name];

/**
 * Returns why records can't form one original record; null if they can.
 * @param collectors media of all their samples, each once
 */
export function groupingProblem(sheets: readonly GroupedSheet[], collectors: readonly string[]): string | null {
  if (sheets.length < 2) return sheetGroupTexts.needsTwo;
  for (const [name, message] of Object.entries(sheetGroupTexts.differs))
    // A record without an instrument of its own takes over that of the others.
    if (
      new Set(sheets.map((sheet) => decidedValue(sheet, name as keyof GroupedSheet)).filter((value) => value !== null))
        .size > 1
    )
      return message;
  const repeatedSheet = sheets.find(
    (sheet, index) => sheets.findIndex(({ hazard }) => hazard === sheet.hazard) < index,
  );
  if (repeatedSheet) return sheetGroupTexts.sameHazard(String(repeatedSheet.hazardName ?? ''));
  return collectors.length > 1 ? sheetGroupTexts.collectors(collectors) : null;
}

/**
 * Fields of the head that the records of a group share: a change in one of them is a change in all. A standard is of
 * one hazard, so each record has its own.
 */
const sharedHead = [
  'testDate',
  'testUntil',
  'instrument',
  'instrumentReason',
  'envTemperature',
  'envHumidity',
  'conditions',
  'reagents',
  'efficiencySource',
  'checkReasons',
] as const;
/** Of these a record keeps a value of its own. */
const keptApart: ReadonlySet<string> = new Set(['efficiencySource', 'checkReasons']);

type HeadValues = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
const isSame = (firstValue: unknown, otherValue: unknown): boolean =>
  (isEmpty(firstValue) && isEmpty(otherValue)) || JSON.stringify(firstValue) === JSON.stringify(otherValue);

/**
 * Returns the values of the shared head that another record of the group takes over from a saved one.
 * @param previousHeadValues the saved record before the change
 */
export function sharedHeadChanges(
  previousHeadValues: HeadValues,
  after: HeadValues,
  otherHeadValues: HeadValues,
): Record<string, unknown> {
  return Object.fromEntries(
    sharedHead.flatMap((name) =>
      isSame(previousHeadValues[name], after[name]) ||
      isSame(otherHeadValues[name], after[name]) ||
      (keptApart.has(name) &&
        !isEmpty(otherHeadValues[name]) &&
        !isSame(otherHeadValues[name], previousHeadValues[name]))
        ? []
        : [[name, after[name] ?? null]],
    ),
  );
}

/**
 * Returns the head that several records share from now on: of each field the first value that one of them has. A head
 * that somebody saved precedes one that was taken over.
 */
export function firstHead(sheets: readonly HeadValues[]): Record<string, unknown> {
  const isTakenOver = ({ carriedFrom }: HeadValues): boolean => !isEmpty(carriedFrom);
  const inOrder = [...sheets.filter((sheet) => !isTakenOver(sheet)), ...sheets.filter(isTakenOver)];
  return Object.fromEntries(
    sharedHead.flatMap((name) => {
      const value = inOrder.map((sheet) => sheet[name]).find((candidate) => !isEmpty(candidate));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the fields of a common head that a record takes over when it joins. */
export const missingHead = (headValues: HeadValues, sheet: HeadValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(headValues).filter(
      ([name, value]) => !isSame(sheet[name], value) && !(keptApart.has(name) && !isEmpty(sheet[name])),
    ),
  );

/** A record of a group, as the page of each of them shows it. */
interface GroupMember {
  readonly id: number;
  readonly version: number;
  readonly sheetNo: string;
  readonly hazardName: string;
  readonly methodKind: string | null;
  readonly variant: string | null;
  readonly complete: boolean;
  /** Samples without a blank of their batch, which the submission has to explain. */
  readonly withoutBlank: readonly string[];
}

/** The original record that several hazards share. */
export interface SheetGroup {
  readonly no: string;
  /** In the order of the paper. */
  readonly members: readonly GroupMember[];
}
