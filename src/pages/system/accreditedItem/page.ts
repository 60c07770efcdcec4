import { definePage } from '@/listEditor';
import { accreditedItem } from '@contract/features/library/entities/accreditedItem';

/** 资质认定能力附表: the accredited scope, which plans, distribution and reports use. */
export default definePage({
  entity: accreditedItem,
  url: 'api/accreditedItem',
  empty: '还没有能力附表。导入资质认定证书的附表后，评审、方案、分发和报告据此判断是否在资质内。',
  columns: [
    'itemNo',
    'item',
    'hazard',
    'standardNo',
    'basis',
    'technique',
    'restriction',
    'validFrom',
    'validUntil',
    'field',
    'certificateNo',
    'remark',
  ],
  filters: ['item', 'hazard', 'standardNo', 'validUntil', 'basis', 'field'],
  form: [
    'itemNo',
    'field',
    'item',
    'hazard',
    'basis',
    'technique',
    'restriction',
    'certificateNo',
    'validFrom',
    'validUntil',
    'remark',
  ],
  sort: 'id,asc',
});
