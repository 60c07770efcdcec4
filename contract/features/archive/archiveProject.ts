import { defineEntity } from '@contract/entity';
import { project } from '@contract/features/projects/entities/project';
import { longText } from '@contract/field';

/**
 * A project as the list of archives shows it: with its reports and how much of its archive is there
 * (`ArchiveProgress`). It has no table of its own.
 */
export const archiveProject = defineEntity({
  name: 'qualityControl',
  path: 'api/archive',
  label: '质控归档',
  titleField: 'code',
  scope: 'organization',
  keyword: ['code', 'projectName'],
  fields: {
    ...project.fields,
    reportNos: longText('报告编号', { readonly: true }),
    issuedOn: longText('签发日期', { readonly: true }),
    documents: longText('档案文件', { readonly: true }),
  },
});

/** Who may look at archives: the page of either menu entry is enough. */
export const seesArchives = ['qualityControl:list', 'qualityControlNew:list'] as const;
export const takesArchives = ['qualityControl:export'] as const;
export const keepsArchives = ['qualityControl:edit'] as const;
