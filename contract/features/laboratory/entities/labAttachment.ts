import { defineEntity } from '@contract/entity';
import { dict, file, integer, longText, ref, text } from '@contract/field';

/** 样品附件: chromatograms, photographs and instrument exports, with the hash of the upload (DOMAIN §8.0 A). */
export const labAttachment = defineEntity({
  name: 'labAttachment',
  path: 'api/labAttachment',
  label: '样品附件',
  titleField: 'fileName',
  scope: 'organization',
  fields: {
    sheet: ref('检测记录', { required: true, to: 'labSheet' }),
    /** Curve to which the export belongs; set only for the export of a curve. */
    curve: ref('标准曲线', { to: 'labCurve' }),
    sample: ref('样品', { to: 'sample' }),
    attachmentKind: dict('类型', { dict: 'labAttachmentKind', required: true }),
    file: file('文件', { required: true, accept: 'document' }),
    fileName: text('文件名', { readonly: true, max: 255 }),
    size: integer('大小', { readonly: true }),
    sha256: text('SHA-256', { readonly: true, max: 64 }),
    remark: longText('说明', { max: 500 }),
  },
});
