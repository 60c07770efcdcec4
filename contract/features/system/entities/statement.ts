import { defineEntity } from '@contract/entity';
import { dateTime, decimal, integer, text } from '@contract/field';

const millisecondsField = (label: string) => decimal(label, { unit: 'ms', digits: 1, readonly: true });

/** SQL监控, 语句: a kind of statement of this process. It has no table. */
export const statement = defineEntity({
  name: 'monitor',
  path: 'api/monitor/statements',
  label: '语句',
  titleField: 'sql',
  scope: 'platform',
  fields: {
    sql: text('语句（不含数据值）', { readonly: true }),
    count: integer('次数', { readonly: true }),
    mean: millisecondsField('平均'),
    max: millisecondsField('最长'),
    total: millisecondsField('总耗时'),
    rows: integer('行数', { readonly: true }),
    errors: integer('失败', { readonly: true }),
    /** SQLSTATE of the last failure. The message is not stored, because it may contain values. */
    lastError: text('错误代码', { readonly: true }),
    lastTime: dateTime('最近执行', { readonly: true }),
  },
});

/** SQL监控, 慢语句: a slow execution of a statement. */
export const slowStatement = defineEntity({
  name: 'monitor',
  path: 'api/monitor/slow',
  label: '慢语句',
  titleField: 'sql',
  scope: 'platform',
  fields: {
    sql: text('语句（不含数据值）', { readonly: true }),
    time: dateTime('时间', { readonly: true }),
    ms: millisecondsField('耗时'),
    rows: integer('行数', { readonly: true }),
    error: text('错误代码', { readonly: true }),
  },
});
