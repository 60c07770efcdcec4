import { definePage } from '@/listEditor';
import { hazardListing } from '@contract/features/library/entities/hazardListing';

/** 危害因素目录: entries of published lists, each with the corresponding hazard of the library. */
export default definePage({
  entity: hazardListing,
  url: 'api/hazardListing',
  columns: [
    'name',
    'list',
    'className',
    'number',
    'code',
    'hazard',
    'cas',
    'dataCertainty',
    'sourceName',
    'organizationId',
    'remark',
  ],
  filters: ['list', 'className', 'name', 'hazard', 'cas', 'dataCertainty'],
  form: ['name', 'list', 'sourceName', 'className', 'number', 'code', 'hazard', 'cas', 'dataCertainty', 'remark'],
  sort: 'id,asc',
});
