import { fieldSchema } from '@contract/schema';
import type { ImportFixed } from '@contract/workbook/importWire';
import type { Orm } from '@server/db/orm';
import { badRequest, invalid } from '@server/http/errors';
import { assertReferences } from '../checkReferences';
import type { OperationContext } from '../operations';

/**
 * Validates the values that the page sets for all rows; they must include the required fields without a column.
 * @param fixedValues values by field name
 * @throws Refusal 400; 404 for a reference that the viewer may not use
 */
export async function assertFixed(context: OperationContext, orm: Orm, fixedValues: ImportFixed): Promise<void> {
  const { fields, sheet = [] } = context.resource.entity;
  for (const [name, value] of Object.entries(fixedValues)) {
    const field = Object.hasOwn(fields, name) && !sheet.includes(name) ? fields[name] : undefined;
    if (!field || field.readonly) throw badRequest('导入的固定内容不正确，请刷新页面后重试');
    const result = fieldSchema(field).safeParse(value);
    if (!result.success) throw invalid([{ field: name, message: result.error.issues[0]?.message ?? '取值不正确' }]);
  }
  const missingField = Object.entries(fields).find(
    ([name, field]) =>
      field.required &&
      !field.readonly &&
      field.initial === undefined &&
      !sheet.includes(name) &&
      !(name in fixedValues),
  );
  if (missingField) throw invalid([{ field: missingField[0], message: `请先选择${missingField[1].label}` }]);
  await assertReferences(context, orm, fixedValues, null);
}
