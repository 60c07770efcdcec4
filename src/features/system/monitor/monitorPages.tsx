import { emptyCellText } from '@/fields';
import { type CellProps, definePage } from '@/listEditor';
import { slowStatement, statement } from '@contract/features/system/entities/statement';
import { msText } from './msText';
import styles from './monitor.module.css';

const msCell = (name: string) =>
  function MsCell({ row }: CellProps) {
    return msText(Number(row[name]));
  };

function ErrorsCell({ row }: CellProps) {
  const errors = Number(row['errors']);
  return errors === 0 ? 0 : <span className={styles.bad}>{errors.toLocaleString('zh-CN')}</span>;
}

function ErrorCell({ row }: CellProps) {
  const code = row['error'] ?? row['lastError'];
  return typeof code === 'string' ? <span className={styles.bad}>{code}</span> : emptyCellText;
}

/** Page 语句: kinds of statements, sorted by total time, highest first. */
export const statementsPage = definePage({
  entity: statement,
  url: 'api/monitor/statements',
  columns: ['sql', 'count', 'mean', 'max', 'total', 'rows', 'errors', 'lastError', 'lastTime'],
  widths: { sql: 440, total: 112 },
  filters: ['count', 'mean', 'errors'],
  sort: 'total,desc',
  abilities: [],
  empty: '还没有执行过语句',
  cells: { mean: msCell('mean'), max: msCell('max'), total: msCell('total'), errors: ErrorsCell, lastError: ErrorCell },
});

/** Page 慢语句: slow statements, newest first. */
export const slowPage = definePage({
  entity: slowStatement,
  url: 'api/monitor/slow',
  columns: ['sql', 'time', 'ms', 'rows', 'error'],
  widths: { sql: 440 },
  filters: ['time', 'ms'],
  sort: 'time,desc',
  abilities: [],
  empty: '没有慢语句',
  cells: { ms: msCell('ms'), error: ErrorCell },
});
