import { definePage } from '@/listEditor';
import { industryRisk } from '@contract/features/library/entities/industryRisk';

/** 行业风险分类: the risk class of each industry. */
export default definePage({
  entity: industryRisk,
  url: 'api/industryRisk',
  columns: [
    'code',
    'name',
    'riskClass',
    'condition',
    'divisionName',
    'document',
    'issued',
    'dataCertainty',
    'organizationId',
    'remark',
  ],
  filters: ['riskClass', 'name', 'code', 'divisionName'],
  form: [
    'name',
    'code',
    'sector',
    'division',
    'divisionName',
    'riskClass',
    'condition',
    'document',
    'issued',
    'dataCertainty',
    'remark',
  ],
  sort: 'id,asc',
});
