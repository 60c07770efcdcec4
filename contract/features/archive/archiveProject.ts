import { defineEntity } from '@contract/entity';
import { project } from '@contract/features/projects/entities/project';
import { longText } from '@contract/field';

/**
 * A project in the list of archives, with its reports and the state of its archive (`ArchiveProgress`). It has no
 * table.
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

/** Permissions to view archives; one of the two is sufficient. */
export const viewArchivePermissions = ['qualityControl:list', 'qualityControlNew:list'] as const;
export const exportArchivePermissions = ['qualityControl:export'] as const;
export const editArchivePermissions = ['qualityControl:edit'] as const;
