import type { Field } from '@contract/field';
import { plainText } from '@contract/fields/richText';

/** Missing is not 0 and not '' (LOOK). */
export const missing = '–';

/** The text of a value in a list, a detail or a comparison; `labels` gives a dictionary's words. */
export function cellText(
  field: Field,
  value: unknown,
  row: Readonly<Record<string, unknown>>,
  name: string,
  labels: (dict: string, value: string) => string,
): string {
  if (value === null || value === undefined || value === '') return field.kind === 'flag' ? '否' : missing;
  switch (field.kind) {
    case 'flag':
      return value === true ? '是' : '否';
    case 'dict':
      return labels(field.dict, String(value));
    case 'ref':
      return typeof row[`${name}Name`] === 'string' ? String(row[`${name}Name`]) : `编号${String(value)}`;
    case 'refs': {
      const names = row[`${name}Name`];
      const shown = Array.isArray(names) ? names.map(String) : (value as number[]).map((id) => `编号${id}`);
      return shown.length ? shown.join('、') : missing;
    }
    case 'region':
      return String(value).split('/').join(' / ');
    case 'richText':
      return plainText(String(value)) || '（图片）';
    case 'keyed':
      return (
        Object.entries(value as Record<string, string>)
          .map(([key, text]) => `${key}：${text}`)
          .join('；') || missing
      );
    case 'file':
      return '已上传';
    default:
      return String(value);
  }
}

/** Whose a shared row is: everybody's, or one organisation's own. */
export const ownerText = (row: Readonly<Record<string, unknown>>): string =>
  row.organizationId === null ? '公共' : String(row.organizationIdName ?? '本机构');

const numeric = new Set(['integer', 'decimal']);

/** Numbers stand at the right, on their digits. */
export const alignOf = (field: Field): 'left' | 'right' => (numeric.has(field.kind) ? 'right' : 'left');

/** Widths in px that fit the usual content of each kind; people change them. */
export function widthOf(field: Field): number {
  const header = [...field.label].length * 14 + (field.unit ? [...field.unit].length * 14 + 10 : 0) + 44;
  const usual: Record<Field['kind'], number> = {
    text: 150,
    longText: 200,
    richText: 260,
    integer: 96,
    decimal: 110,
    date: 112,
    dateTime: 168,
    dict: 130,
    ref: 180,
    refs: 180,
    flag: 80,
    file: 90,
    region: 200,
    keyed: 240,
    secret: 90,
  };
  // 18 and 11 characters of a monospace face
  const short = field.kind === 'text' && field.rule === undefined && (field.max ?? 200) <= 20 ? 100 : undefined;
  const code =
    field.kind === 'text'
      ? ({ unifiedCode: 188, mobile: 128, phone: 128 } as Partial<Record<string, number>>)[field.rule ?? '']
      : undefined;
  return Math.max(code ?? short ?? usual[field.kind], header);
}
