import { defineEntity } from '@contract/entity';
import { dateTime, flag, integer, longText, text } from '@contract/field';

/**
 * 文件: an upload as displayed in lists. Its table is defined manually (ids are random), so it has no generic API
 * calls.
 */
export const storedFile = defineEntity({
  name: 'file',
  path: 'api/storedFile',
  label: '文件',
  titleField: 'name',
  scope: 'organization',
  ownerless: true,
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
    /**
     * Time from which an unreferenced file may be deleted by anybody with permission to clean, without further
     * confirmation.
     */
    clearFrom: dateTime('可清理时间', { readonly: true }),
  },
});

/** A place where a file is used. */
export interface FileUse {
  /** Label of the entity, e.g. 机构, 用户. */
  entity: string;
  /** Label of the field, e.g. 机构标志. */
  field: string;
  title: string;
}

/**
 * Age in ms from which an unreferenced file may be deleted. A younger file may belong to a form that is still open.
 */
export const orphanAgeMs = 86_400_000;
