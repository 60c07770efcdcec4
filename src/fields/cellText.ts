import type { Field } from '@contract/field';
import { plainText } from '@contract/fields/richText';

/** Text of a missing value. It differs from 0 and from an empty text (docs/spec/design.md). */
export const emptyCellText = '–';

/**
 * Returns the text of a value as lists, details and comparisons show it.
 * @param row the row, which holds titles of references as `<name>Name`
 * @param labels returns the label of a dictionary value
 * @example cellText(entity.fields.status, row.status, row, 'status', labels) // '已提交'
 */
export function cellText(
  field: Field,
  value: unknown,
  row: Readonly<Record<string, unknown>>,
  name: string,
  labels: (dict: string, value: string) => string,
): string {
  if (value === null || value === undefined || value === '') return field.kind === 'flag' ? '否' : emptyCellText;
  switch (field.kind) {
    case 'flag':
      return value === true ? '是' : '否';
    case 'dict':
      return labels(field.dict, String(value));
    case 'ref':
      return typeof row[`${name}Name`] === 'string' ? String(row[`${name}Name`]) : `编号${String(value)}`;
    case 'refs': {
      const names = row[`${name}Name`];
      const shownNames = Array.isArray(names) ? names.map(String) : (value as number[]).map((id) => `编号${id}`);
      return shownNames.length ? shownNames.join('、') : emptyCellText;
    }
    case 'region':
      return String(value).split('/').join(' / ');
    case 'richText':
      return plainText(String(value)) || '（图片）';
    case 'keyed':
      return (
        Object.entries(value as Record<string, string>)
          .map(([key, text]) => `${key}：${text}`)
          .join('；') || emptyCellText
      );
    case 'file':
      return '已上传';
    default:
      return String(value);
  }
}

/**
 * Returns the owner of a shared row: 公共, or the organization's name.
 * @param row row with `organizationId` and the title `organizationIdName`
 */
export const ownerText = (row: Readonly<Record<string, unknown>>): string =>
  row.organizationId === null ? '公共' : String(row.organizationIdName ?? '本机构');

const numericKinds = new Set(['integer', 'decimal']);

/** Returns the alignment of a column. Numbers are right-aligned, so that their digits line up. */
export const alignOf = (field: Field): 'left' | 'right' => (numericKinds.has(field.kind) ? 'right' : 'left');

/** Returns the width in px that the header of a column needs. */
export const headerWidth = (field: Field): number =>
  [...field.label].length * 14 + (field.unit ? [...field.unit].length * 14 + 10 : 0) + 44;

/**
 * Returns a column width in px that fits the usual content of the kind and the header. People can change it.
 * @param field field of the column; its kind, rule and maximum length decide the usual content
 */
export function widthOf(field: Field): number {
  const usualWidths: Record<Field['kind'], number> = {
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
  // Fits 18 or 11 monospaced characters.
  const shortTextWidth =
    field.kind === 'text' && field.rule === undefined && (field.max ?? 200) <= 20 ? 100 : undefined;
  const code =
    field.kind === 'text'
      ? ({ unifiedCode: 188, mobile: 128, phone: 128 } as Partial<Record<string, number>>)[field.rule ?? '']
      : undefined;
  return Math.max(code ?? shortTextWidth ?? usualWidths[field.kind], headerWidth(field));
}
