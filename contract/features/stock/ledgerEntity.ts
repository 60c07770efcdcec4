import { defineEntity } from '@contract/entity';
import { dateTime, dict, text } from '@contract/field';
import { stockMovement } from './entities/stockMovement';
import { type StockKind, stockLabels } from './stockKinds';

/**
 * Returns the entity for the ledger of all lots of a kind, for list and workbook. It has the permissions of the kind
 * and the lot's data beside each line. It has no table.
 */
const ledgerEntityOf = (kind: StockKind) =>
  defineEntity({
    titleField: 'movementNo',
    scope: 'organization',
    keyword: ['movementNo', 'reason'],
    name: kind,
    path: `api/${kind}/ledger`,
    label: `${stockLabels[kind]}出入库流水`,
    fields: {
      ...stockMovement.fields,
      createTime: dateTime('时间', { readonly: true }),
      itemName: text('名称', { readonly: true }),
      lotNo: text('批号', { readonly: true }),
      amountUnit: dict('单位', { dict: 'stockUnit', readonly: true }),
      createByName: text('经办人', { readonly: true }),
    },
    sheet: [
      'movementNo',
      'createTime',
      'movementKind',
      kind,
      'itemName',
      'lotNo',
      'delta',
      'balanceAfter',
      'amountUnit',
      'createByName',
      'receiver',
      'project',
      'sheet',
      'reason',
    ],
  });

export const ledgerEntities: Readonly<Record<StockKind, ReturnType<typeof ledgerEntityOf>>> = {
  standard: ledgerEntityOf('standard'),
  reagent: ledgerEntityOf('reagent'),
  consumable: ledgerEntityOf('consumable'),
};
