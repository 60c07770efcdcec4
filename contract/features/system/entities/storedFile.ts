import { defineEntity } from '@contract/entity';
import { dateTime, flag, integer, longText, text } from '@contract/field';

/**
 * 文件: an upload, as lists show it. Its table is defined by hand (ids are random), so no generic calls are made for
 * it.
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
     * For an unreferenced file: from then on anybody with permission to clean may delete it without further
     * confirmation.
     */
    clearFrom: dateTime('可清理时间', { readonly: true }),
  },
});

/** A place where a file is used. */
export interface FileUse {
  /** E.g. 机构, 用户. */
  entity: string;
  /** E.g. 机构标志. */
  field: string;
  title: string;
}

/** Age from which an unreferenced file may be deleted, ms. A younger one may belong to a form that is still open. */
export const orphanAge = 86_400_000;
