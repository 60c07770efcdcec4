import { defineEntity } from '@contract/entity';
import { dict, file, longText, ref, text } from '@contract/field';

/** 外来档案文件: an external document for a project's archive, e.g. a signed contract or a receipt. */
export const archiveFile = defineEntity({
  name: 'archiveFile',
  path: 'api/archiveFile',
  label: '外来档案文件',
  titleField: 'title',
  scope: 'organization',
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    fileKind: dict('文件类别', { dict: 'archiveFileKind', required: true }),
    title: text('名称', { required: true, max: 200 }),
    content: file('文件', { required: true, accept: 'document' }),
    remark: longText('说明', { max: 500 }),
  },
});
