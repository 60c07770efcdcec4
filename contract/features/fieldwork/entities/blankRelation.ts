import { defineEntity } from '@contract/entity';
import { integer, ref, text } from '@contract/field';

/**
 * Manual 空白关联 (SPEC §3 association rows, §7 relation): these blanks are subtracted from the sample instead of the
 * blanks of its batch. The field names are those of the specification.
 */
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
    /** Laboratory record in which the relation was made; null where it was made on site. */
    phyId: integer('检测单', { min: 0 }),
    /** Reason for using a blank of another batch. */
    reason: text('原因', { max: 500 }),
  },
});
