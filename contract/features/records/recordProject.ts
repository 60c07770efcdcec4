import { defineEntity } from '@contract/entity';
import { project } from '@contract/features/projects/entities/project';
import { longText } from '@contract/field';

/** A project in the list of records, with its progress (`RecordProgress`). It has no table. */
export const recordProject = defineEntity({
  name: 'recordPage',
  path: 'api/records',
  label: '原始记录',
  titleField: 'code',
  scope: 'organization',
  keyword: ['code', 'projectName'],
  fields: { ...project.fields, progress: longText('检测记录进度', { readonly: true }) },
});
