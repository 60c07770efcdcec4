import type { Policy } from '@server/crud/policy';
import { conflict } from '@server/http/errors';
import { openSheet } from './openSheet';

/**
 * Returns the policy of a record's parts, which are editable while the record is open: checks, detection limits,
 * attachments.
 */
export function sheetPartPolicy(extraPolicy: Policy = {}): Policy {
  return {
    ignoresDataScope: true,
    ...extraPolicy,
    disabledOperations: ['copy', 'status', ...(extraPolicy.disabledOperations ?? [])],
    partOf: 'sheet',
    async beforeSave(draft, context) {
      if (context.before && context.before.sheet !== draft.sheet)
        throw conflict('所属检测记录不能更改，请在另一份记录中新增');
      await openSheet(context.tx, context.registry, context.call, Number(draft.sheet));
      return (await extraPolicy.beforeSave?.(draft, context)) ?? {};
    },
    async assertOpen(row, context) {
      await openSheet(context.tx, context.registry, context.call, Number(row.sheet));
      await extraPolicy.assertOpen?.(row, context);
    },
  };
}
