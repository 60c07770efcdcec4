import { defineEntity } from '@contract/entity';
import { dateTime, flag, integer, longText, text } from '@contract/field';

/**
 * 文件: an upload, as lists show it. Its table is written by hand (ids are random), so it is none of the entities that
 * calls are made for.
 */
export const storedFile = defineEntity({
  name: 'file',
  path: 'api/storedFile',
  label: '文件',
  titleField: 'name',
  scope: 'organization',
  keyword: ['name', 'sha256', 'createByName'],
  fields: {
    name: text('文件名', { readonly: true }),
    usedBy: longText('使用处', { readonly: true }),
    mime: text('类型', { readonly: true }),
    size: integer('大小', { readonly: true }),
    createByName: text('上传人', { readonly: true }),
    createTime: dateTime('上传时间', { readonly: true }),
    sha256: text('SHA-256', { readonly: true }),
    fileClass: text('用途类别', { readonly: true }),
    open: flag('公开', { readonly: true }),
    orphan: flag('可清理', { readonly: true }),
    /** Of a file that no row refers to: from then on anybody who may clean takes it away without being asked twice. */
    clearFrom: dateTime('可清理时间', { readonly: true }),
  },
});

/** A place that a file is used at. */
export interface FileUse {
  /** 机构, 用户 … */
  entity: string;
  /** 机构标志 … */
  field: string;
  title: string;
}

/** ms; a form that is still open may hold an upload that no row refers to yet. */
export const orphanAge = 86_400_000;
