import { defineEntity } from '@contract/entity';
import { file, integer, longText, text } from '@contract/field';

/** APP安装包: an uploaded installation package of the app (SPEC §3: path). */
export const appPackage = defineEntity({
  name: 'appPackage',
  path: 'api/apkAffix',
  label: 'APP安装包',
  titleField: 'versionName',
  scope: 'platform',
  fields: {
    versionName: text('版本', { required: true, max: 50 }),
    fileId: file('安装包', { accept: 'apk', required: true }),
    fileName: text('文件名', { max: 255, readonly: true }),
    size: integer('大小', { readonly: true }),
    remark: longText('更新说明', { max: 1000 }),
  },
});
