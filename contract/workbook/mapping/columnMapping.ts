import type { SheetChoice } from '../sheetCells';
import type { HeaderRows, SourceColumn } from './headerRows';

/** Meaning of texts in a list, by the header of the column and the text. */
export type Aliases = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Mapping from a user's own sheet to rows of an entity. The columns of the entity are named by their headers. */
export interface ColumnMapping {
  readonly head: HeaderRows;
  /** Index of the sheet's column, by the header of the entity's column. */
  readonly columns: Readonly<Record<string, number>>;
  /** Text for all rows, by the header of a column that the sheet lacks; # stands for the running number. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Index of a second column whose text is appended, by header. */
  readonly joined?: Readonly<Record<string, number>> | undefined;
  /** Whether values without a column are written to the remark. */
  readonly restToRemark?: boolean | undefined;
  /** Headers of columns in which a blank cell repeats the cell above. */
  readonly repeated: readonly string[];
  /** Meaning of the texts in the sheet, by header. */
  readonly aliases: Aliases;
}

/** Mapping that is remembered for a header. It names the columns, so that a moved column is found again. */
export interface RememberedHead {
  readonly columns: Readonly<Record<string, string>>;
  readonly fixed: Readonly<Record<string, string>>;
  readonly repeated: readonly string[];
  readonly restToRemark?: boolean | undefined;
}

/** A column of the entity as displayed in the mapping. */
export interface TargetColumn {
  readonly header: string;
  readonly required: boolean;
  /** Text of the form's default; '' where there is none. */
  readonly initial: string;
  /** Header of the column whose cells may also contain this value, e.g. the number of a unit. */
  readonly with?: string;
  /** Whether another column determines the entry if no column is mapped to it. */
  readonly guessed?: true;
}

/** Findings of the server about a sheet before a person maps anything. */
export interface SheetView {
  readonly sheetName: string;
  readonly sheets: readonly SheetChoice[];
  /** First rows of the sheet, unchanged, for choosing the header. */
  readonly top: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly sources: readonly (SourceColumn & { readonly samples: readonly string[] })[];
  readonly targets: readonly TargetColumn[];
  readonly mapping: ColumnMapping;
  readonly signature: string;
  /** Whether the mapping was remembered from an earlier import of a sheet with this header. */
  readonly remembered: boolean;
  /** Required columns without a source in the mapping. */
  readonly missing: readonly string[];
}

export const mappingTexts = {
  title: '列的对应',
  head: '表头所在行',
  source: '您的列',
  target: '导入到',
  fixed: '各行相同',
  none: '不导入',
  required: '必填',
  initial: (text: string) => `默认${text}`,
  remembered: '已按上次同样表头的对应关系填好',
  guessed: '已按列名和内容对应，请核对',
  missing: (headers: readonly string[]) => `请为必填的列选择来源或填写各行相同的内容：${headers.join('、')}`,
  check: '检查数据',
  adjust: '调整列的对应',
  repeated: '空白沿用上一行',
  blankRows: (count: number) => `跳过空白行${count}行`,
  notes: (lines: readonly number[]) => `跳过说明或签名行：第${lines.join('、')}行`,
  sections: (header: string, titles: readonly string[]) => `行间的小标题作为“${header}”导入：${titles.join('、')}`,
  heads: (lines: readonly number[]) => `跳过重复的表头：第${lines.join('、')}行`,
  same: (pairs: readonly string[]) => `与前面的行完全相同，只导入一次：${pairs.join('、')}`,
  filled: (name: string, ranges: readonly string[]) => `“${name}”的合并单元格已逐行填写：第${ranges.join('、')}行`,
  year: (name: string, year: string, count: number) => `“${name}”有${count}处没有写年份，按标题中的${year}年导入`,
  dittos: (name: string, count: number) => `“${name}”有${count}处写的是“同上”，按上一行的内容导入`,
  repeatedRows: (name: string, count: number) => `“${name}”的${count}个空白单元格沿用上一行`,
  nothing: (name: string, count: number) => `“${name}”有${count}处写的是“/”“无”等，按空白导入`,
  alias: (name: string, from: string, to: string, count: number) => `“${name}”的“${from}”按“${to}”导入（${count}行）`,
  once: (header: string, pairs: readonly string[]) => `“${header}”相同，只导入一次：${pairs.join('、')}`,
  unused: (names: readonly string[]) =>
    `以下列没有导入：${names.join('、')}；需要时请点击“调整列的对应”，或选择“未对应的列写入备注”`,
  rest: '未对应的列写入备注',
  joined: (name: string) => `连同“${name}”`,
  landlines: (mobile: string, landline: string, count: number) =>
    `“${mobile}”中的固定电话已填入“${landline}”（${count}行）`,
  region: (name: string, count: number) => `“${name}”已拆分为省、市、区县（${count}行）`,
  didYouMean: (names: readonly string[]) => `是否为${names.join('、')}？`,
} as const;
