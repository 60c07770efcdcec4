import { defineEntity } from '@contract/entity';
import { integer, ref, text } from '@contract/field';

/**
 * 空白关联 by hand (SPEC §3 association rows, §7 relation): the blanks of these are taken off the sample in the place of
 * its batch's own. The names are those of the wire.
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
    /** The laboratory sheet that the relation was made on; none where it was made on site. */
    phyId: integer('检测单', { min: 0 }),
    /** Why a blank of another batch is taken. */
    reason: text('原因', { max: 500 }),
  },
});
