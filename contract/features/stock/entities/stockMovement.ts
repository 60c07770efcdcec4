import { defineEntity } from '@contract/entity';
import { decimal, dict, longText, ref, text } from '@contract/field';

/**
 * 出入库流水: a line of the stock ledger, which can only be inserted. It moves one lot; the balance of a lot is the sum of
 * its lines.
 */
export const stockMovement = defineEntity({
  name: 'stockMovement',
  path: 'api/stockMovement',
  label: '出入库流水',
  titleField: 'movementNo',
  scope: 'organization',
  keyword: ['movementNo', 'reason'],
  fields: {
    movementNo: text('流水号', { readonly: true, unique: true, max: 40 }),
    movementKind: dict('类型', { dict: 'stockMovementKind', readonly: true }),
    stockKind: dict('类别', { dict: 'stockKind', readonly: true }),
    standard: ref('标准物质', { to: 'standard', readonly: true }),
    reagent: ref('试剂', { to: 'reagent', readonly: true }),
    consumable: ref('耗材', { to: 'consumable', readonly: true }),
    /** Amount, positive for incoming and negative for outgoing movements. */
    delta: decimal('数量', { readonly: true }),
    /** Balance after the movement, written by the database. */
    balanceAfter: decimal('结存', { readonly: true }),
    receiver: ref('领用人', { to: 'user', readonly: true }),
    project: ref('项目', { to: 'project', readonly: true }),
    sheet: ref('检测记录', { to: 'labSheet', readonly: true }),
    /** Issue that a return reverses. */
    issue: ref('原出库', { to: 'stockMovement', readonly: true }),
    /** Lot of the prepared solution that contains the amount. */
    intoStandard: ref('配制成标准溶液', { to: 'standard', readonly: true }),
    intoReagent: ref('配制成试剂', { to: 'reagent', readonly: true }),
    reason: longText('说明', { max: 300, readonly: true }),
  },
});
