import { defineEntity } from '@contract/entity';
import { file, integer, ref, text } from '@contract/field';

/** A further file of a run, for an instrument that writes one file per injection. */
export const labRunFile = defineEntity({
  name: 'labRunFile',
  path: 'api/labRunFile',
  label: '分析批文件',
  titleField: 'fileName',
  scope: 'organization',
  fields: {
    run: ref('分析批', { required: true, to: 'labRun' }),
    file: file('仪器文件', { required: true, accept: 'document' }),
    fileName: text('文件名', { readonly: true, max: 255 }),
    size: integer('大小', { readonly: true }),
    sha256: text('SHA-256', { readonly: true, max: 64 }),
  },
});
