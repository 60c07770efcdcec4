import { HazardHeader } from '@/features/library/hazards/HazardHeader';
import { VersionCell } from '@/features/library/hazards/VersionCell';
import { definePage, MasterDetail } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { hazard } from '@contract/features/library/entities/hazard';
import { hazardLimit } from '@contract/features/library/entities/hazardLimit';

const hazards = definePage({
  entity: hazard,
  url: 'api/hazard',
  columns: [
    'name',
    'category',
    'marks',
    'cas',
    'dataCertainty',
    'verifiedBy',
    'verifiedOn',
    'itemNo',
    'formula',
    'noMethod',
    'jointEffect',
    'noLimit',
    'reductionExempt',
    'nameEn',
    'synonyms',
    'silicaBand',
    'code',
    'organizationId',
    'remark',
  ],
  filters: [
    'category',
    'dataCertainty',
    'marks',
    'name',
    'cas',
    'synonyms',
    'silicaBand',
    'jointEffect',
    'noLimit',
    'reductionExempt',
  ],
  form: [
    'name',
    'category',
    'nameEn',
    'cas',
    'formula',
    'itemNo',
    'synonyms',
    'marks',
    'silicaBand',
    'code',
    'noLimit',
    'reductionExempt',
    'jointEffect',
    'noMethod',
    'dataCertainty',
    'remark',
  ],
  sort: 'id,asc',
});

const limitsOf = (row: AnyRow) =>
  definePage({
    entity: hazardLimit,
    url: 'api/hazardLimit',
    title: `${String(row.name)}的限值`,
    columns: [
      'kind',
      'value',
      'unit',
      'standard',
      'condition',
      'effectiveFrom',
      'effectiveUntil',
      'clause',
      'dataCertainty',
      'verifiedBy',
      'verifiedOn',
      'criticalEffect',
      'source',
      'organizationId',
      'remark',
    ],
    form: [
      'hazard',
      'kind',
      'condition',
      'value',
      'unit',
      'standard',
      'clause',
      'effectiveFrom',
      'effectiveUntil',
      'criticalEffect',
      'source',
      'dataCertainty',
      'remark',
    ],
    fixedQuery: { hazard: row.id },
    sort: 'effectiveFrom,desc',
    widths: { standard: 250 },
    cells: { standard: VersionCell },
  });

/** 职业病危害因素: hazards, and the versions of the chosen one's limits with the valid one marked. */
export default function HazardPage() {
  return (
    <MasterDetail
      master={hazards}
      partsOf={limitsOf}
      header={HazardHeader}
      hint="点击因素名称，查看对应的职业接触限值"
    />
  );
}
