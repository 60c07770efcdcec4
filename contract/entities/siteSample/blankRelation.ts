import { defineEntity } from '../../entity';
import { integer, ref, text } from '../../field';

/** 空白关联: which blank belongs to which sample (SPEC §3 association rows, §7 relation). The names are those of the wire. */
export const blankRelation = defineEntity({
  name: 'blankRelation',
  path: 'api/blankRelation',
  label: '空白关联',
  titleField: 'hazardName',
  scope: 'organization',
  fields: {
    projectId: ref('项目', { required: true, to: 'project' }),
    sampleId: ref('样品', { required: true, to: 'sample' }),
    blkId: ref('空白样品', { required: true, to: 'sample' }),
    hazardName: text('因素', { required: true, max: 100 }),
    /** The laboratory sheet that the relation was made on; none where it was made on site. */
    phyId: integer('检测单', { min: 0 }),
  },
});
