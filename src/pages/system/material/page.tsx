import { definePage, MasterDetail } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { material, materialComponent } from '@contract/features/library/entities/material';

const materials = definePage({
  entity: material,
  url: 'api/material',
  empty: '还没有原辅材料。录入材料及其组分后，现场调查按填写的原辅材料给出可能的危害因素。',
  columns: ['name', 'otherNames', 'form', 'usage', 'source', 'organizationId', 'remark'],
  filters: ['name', 'otherNames', 'usage'],
  form: ['name', 'otherNames', 'form', 'usage', 'source', 'remark'],
  sort: 'id,asc',
});

const componentsOf = (row: AnyRow) =>
  definePage({
    entity: materialComponent,
    url: 'api/materialComponent',
    title: `${String(row.name)}的组分`,
    columns: ['name', 'hazard', 'shareFrom', 'shareTo', 'cas', 'organizationId', 'remark'],
    form: ['material', 'name', 'cas', 'hazard', 'shareFrom', 'shareTo', 'remark'],
    fixedQuery: { material: row.id },
    sort: 'id,asc',
  });

/** 原辅材料库: materials, and the components of the chosen one with the hazards that they may cause. */
export default function MaterialPage() {
  return <MasterDetail master={materials} partsOf={componentsOf} hint="点击材料名称，查看组分和含量" />;
}
