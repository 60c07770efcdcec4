import { openWorkbook } from '@server/workbook/openWorkbook';
import { WorkbookRefusal } from '@server/workbook/workbookRefusal';

// Receiver of the survey and plan workbook (platform formats C): a file with a token, an organisation and a project.

export interface SurveyMock {
  /** Accepted rows by project. */
  readonly acceptedRows: Map<string, readonly (readonly string[])[]>;
  receive(
    headers: Readonly<Record<string, string | undefined>>,
    file: Uint8Array | null,
  ): Promise<Readonly<Record<string, unknown>>>;
}

const headCells = (
  '车间 岗位 检测地点 职业病危害因素 接触时间(h/d) 班制时间(h/d) 每周工作天数(d/w) 接触人数 ' +
  '采样天数 生产方式 是否采样 采样方式 岗位类型 短时间岗位 是否自检 班制 体力劳动强度 备注'
).split(' ');
const upTo = (maxValue: number) => (value: string) => /^\d+(\.\d+)?$/.test(value) && Number(value) <= maxValue;
const isPresent = (value: string) => value !== '';
const isOneOf =
  (...values: readonly string[]) =>
  (value: string) =>
    values.includes(value);

/** Checks by the index of a column; the other columns may be empty. */
const columnChecks: Readonly<Record<number, (value: string) => boolean>> = {
  0: isPresent,
  1: isPresent,
  2: isPresent,
  3: isPresent,
  4: upTo(24),
  6: upTo(7),
  7: upTo(99_999),
  8: upTo(30),
  10: isOneOf('是', '否'),
  11: isOneOf('定点', '个体'),
  12: isOneOf('固定', '流动', '巡检'),
};

/** Returns the first cell that is missing or wrong. */
function wrongCell(rows: readonly (readonly string[])[]): string | null {
  for (const [index, row] of rows.entries())
    for (const [column, check] of Object.entries(columnChecks)) {
      const value = row[Number(column)] ?? '';
      if (!check(value))
        return `第${index + 2}行“${headCells[Number(column)] ?? ''}”${value === '' ? '必填' : `“${value}”不合要求`}`;
    }
  return null;
}

/** Starts a receiver for one organisation and its token. */
export function surveyMock(token: string, organization: string): SurveyMock {
  const takenTables = new Map<string, readonly (readonly string[])[]>();
  const no = (code: string, message: string) => ({ code, message, body: null });
  return {
    acceptedRows: takenTables,
    async receive(headers, file) {
      if (headers['token'] !== token || headers['organization'] !== organization) return no('401', '令牌或机构不正确');
      const project = headers['project'] ?? '';
      if (project === '') return no('400', '没有项目编号');
      if (!file) return no('400', '没有文件');
      try {
        const { header, rows } = await openWorkbook(file);
        if (header.join() !== headCells.join()) return no('400', '表头与模板不一致');
        const cells = rows.map(({ cells: ownCells }) =>
          headCells.map((_head, index) => (ownCells[index]?.text ?? '').trim()),
        );
        const fault = cells.length === 0 ? '没有数据' : wrongCell(cells);
        if (fault) return no('400', fault);
        takenTables.set(project, cells);
        return { code: '200', message: '导入成功', body: { records: cells.length } };
      } catch (error) {
        if (error instanceof WorkbookRefusal) return no('400', error.message);
        throw error;
      }
    },
  };
}
