import { defineEntity } from '@contract/entity';
import { project } from '@contract/features/projects/entities/project';
import { longText } from '@contract/field';

const extraFields = {
  reportNos: longText('报告编号', { readonly: true }),
  issuedOn: longText('签发日期', { readonly: true }),
  reportBy: longText('上报截止日期', { readonly: true }),
  missing: longText('完整性', { readonly: true }),
};
const entityOptions = { titleField: 'code', scope: 'organization', keyword: ['code', 'projectName'] } as const;

/**
 * A project in the lists of a platform, with report, gaps and the state of its parts (`PushProgress`). It has no
 * table.
 */
export const pushProject = defineEntity({
  ...entityOptions,
  name: 'push',
  path: 'api/push/projects',
  label: '推送',
  fields: { ...project.fields, ...extraFields, progress: longText('推送情况', { readonly: true }) },
});

/** A project in the list of 职业卫生报送, with its submissions. */
export const submissionProject = defineEntity({
  ...entityOptions,
  name: 'occupationalHealthReport',
  path: 'api/occupationalHealthReport/projects',
  label: '职业卫生报送',
  fields: {
    ...project.fields,
    ...extraFields,
    submissionState: longText('报送状态', { readonly: true }),
    submittedOn: longText('报送日期', { readonly: true }),
    receiptNo: longText('回执编号', { readonly: true }),
  },
});

/** Permissions to view the page of a family; each family has one. */
export const seesPushes = ['push:list', 'samePlatform:list'] as const;
