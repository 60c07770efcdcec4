import { definePage } from '@/listEditor';
import { blindSample } from '@contract/features/fieldwork/entities/blindSample';

/** 密码样: blind parallels and blind control samples of the quality officer, with their judgement. */
export default definePage({
  entity: blindSample,
  url: 'api/blindSample',
  columns: [
    'sampleNo',
    'project',
    'blindKind',
    'outcome',
    'judgement',
    'modelNo',
    'material',
    'content',
    'contentBasis',
    'uncertainty',
    'maxDeviation',
    'judgedAt',
    'createBy',
    'createTime',
  ],
  abilities: ['add', 'edit', 'del', 'export'],
  filters: ['sampleNo', 'project', 'blindKind', 'outcome', 'judgedAt', 'createTime'],
  form: [
    { title: '加入同批', fields: ['project', 'model', 'blindKind'] },
    { title: '评价依据', fields: ['material', 'content', 'contentBasis', 'uncertainty', 'maxDeviation', 'remark'] },
  ],
});
