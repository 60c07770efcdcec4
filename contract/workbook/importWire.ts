// Types of the API between the import dialog and the server.
import type { Entity } from '@contract/entity';
import type { Aliases, RememberedHead } from './mapping/columnMapping';
import type { AnalysedRow, HeaderReport } from './readTableRows';
import type { SheetChoice } from './sheetCells';

/** Texts about an upload that is imported with one call (SPEC §8). */
export const importTexts = {
  results: '上传结果',
  uploading: '正在上传…',
} as const;

/** How a row with an existing key is treated: refused, or updated. */
export type ImportMode = 'add' | 'update';

/** How an empty cell is treated in an update: keeps the value, or clears it. */
export type ImportBlanks = 'keep' | 'clear';

export interface ImportHow {
  readonly mode: ImportMode;
  readonly blanks: ImportBlanks;
  /** Whether a person mapped the columns of their own list; its cells are then parsed as people write them. */
  readonly loose?: boolean | undefined;
}

export type ImportState = 'add' | 'update' | 'same' | 'error';

export interface ImportChange {
  header: string;
  from: string;
  to: string;
}

/** A row of the preview: the effect of importing it, or the reason why it is refused. */
export interface ImportRow extends Omit<AnalysedRow, 'draft'> {
  state: ImportState;
  /** Changes that an update would make. */
  changes: ImportChange[];
}

export interface ImportPreview {
  headers: HeaderReport;
  /** Line numbers of the rows with an empty first column (SPEC §5). */
  dropped: number[];
  rows: ImportRow[];
  /** Sentences about the effect of the mapping: filled, skipped and replaced cells. */
  mappingNotes?: readonly string[];
  /** Name of the sheet that was read; `sheets` contains all non-empty sheets of the file. */
  sheetName: string;
  sheets: SheetChoice[];
}

/** Values that apply to every row, set by the page instead of a column, e.g. the parent's id. */
export type ImportFixed = Readonly<Record<string, unknown>>;

export interface ImportDone {
  added: number;
  updated: number;
  same: number;
}

const importedEntities = new WeakMap<Entity, Entity>();

/**
 * Returns an entity with the columns of its workbook that an import writes: those that only the product fills are left
 * out.
 */
export function importedAs(entity: Entity): Entity {
  const cachedEntity = importedEntities.get(entity);
  if (cachedEntity) return cachedEntity;
  const writableNames = entity.sheet?.filter((name) => entity.fields[name]?.readonly !== true && name !== 'createTime');
  const importedEntity =
    writableNames === undefined || writableNames.length === entity.sheet?.length
      ? entity
      : { ...entity, sheet: writableNames };
  importedEntities.set(entity, importedEntity);
  return importedEntity;
}

/** Returns the fixed values of a list whose fields have no column in the workbook. */
export const importFixed = ({ fields, sheet = [] }: Entity, fixedQuery: ImportFixed = {}): ImportFixed =>
  Object.fromEntries(
    Object.entries(fixedQuery).filter(([name]) => Object.hasOwn(fields, name) && !sheet.includes(name)),
  );

/** Source of imported rows, stored with the import. `head` and `aliases` are remembered for the next list. */
export interface ImportSource {
  readonly fileName: string;
  readonly sheetName: string;
  readonly signature?: string | undefined;
  readonly head?: RememberedHead | undefined;
  /** Meaning of the texts in the list, by header. */
  readonly aliases?: Aliases | undefined;
}

/** A completed import. */
export interface ImportRun {
  readonly id: number;
  readonly fileName: string;
  readonly sheetName: string;
  readonly added: number;
  readonly updated: number;
  readonly same: number;
  readonly createByName: string;
  readonly createTime: string;
  readonly undoneByName: string | null;
  readonly undoneTime: string | null;
}

export const importRunTexts = {
  title: '导入记录',
  otherSheet: (sheet: string) => `继续导入工作表“${sheet}”`,
  undo: '撤销导入',
  confirm: (file: string, rows: number) =>
    `撤销“${file}”的导入：删除新增的数据，恢复更新前的内容，共${rows}条。确定吗？`,
  undone: (rows: number) => `已撤销导入，${rows}条数据已恢复到导入前`,
  already: '这次导入已经撤销',
  changed: (title: string) => `“${title}”在导入后被修改过，不能撤销这次导入；请逐条删除或修改`,
  gone: '导入的数据有一部分已被删除，不能撤销这次导入；请逐条删除或修改',
  used: (title: string) => `“${title}”在导入后办理过出入库，不能撤销这次导入；请逐条停用`,
  reason: '撤销导入',
  restored: '恢复撤销导入的数据',
  none: '还没有导入过',
  line: ({ createTime, createByName, fileName, sheetName, added, updated }: ImportRun): string =>
    `${createTime} ${createByName} ${fileName}${sheetName ? `（${sheetName}）` : ''}：新增${added}条，更新${updated}条`,
  undoneBy: (person: string, time: string): string => `${person}已于${time}撤销`,
} as const;

/** Texts of the panel that corrects the same fault in many rows at once. */
export const importFaultTexts = {
  title: '批量处理',
  rows: (lines: readonly number[]): string =>
    lines.length === 1
      ? `第${lines[0]}行`
      : `${lines.length}行（第${lines.slice(0, 5).join('、')}${lines.length > 5 ? '…' : ''}行）`,
  adopt: (count: number): string => `采用建议的名称（${count}种）`,
  own: (header: string, count: number): string => `查不到的${header}新增为本机构的数据（${count}种）`,
  made: (count: number): string => `已新增${count}条，请到其页面补充内容`,
  isIt: (name: string): string => `是${name}`,
  replacement: '替换为',
  replaceAll: '全部替换',
  clear: '全部清空',
  toRemark: '移入备注',
  drop: (count: number): string => (count === 1 ? '不导入此行' : `不导入这${count}行`),
  more: (count: number): string => `其余${count}种请处理以上各项后再看`,
} as const;
