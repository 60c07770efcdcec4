import { saveFile } from '@/api/files';
import { NewestPackage } from '@/features/system/appPackages/NewestPackage';
import { useUploadDialog } from '@/features/system/appPackages/uploadDialogStore';
import { SizeCell } from '@/features/system/files/fileCells';
import { defineAction, definePage } from '@/listEditor';
import { appPackage } from '@contract/features/system/entities/appPackage';
import { permissionOf } from '@contract/permissions';

/** /system/apk: packages of the app. The download dialog offers the first row. */
export default definePage({
  entity: appPackage,
  url: 'api/apkAffix',
  columns: ['versionName', 'fileName', 'size', 'remark', 'createBy', 'createTime'],
  filters: ['versionName', 'fileName', 'createTime'],
  form: ['versionName', 'remark'],
  abilities: ['edit', 'del'],
  cells: { size: SizeCell },
  slots: { aboveList: NewestPackage },
  actions: [
    defineAction({
      key: 'upload',
      label: '上传安装包',
      place: 'toolbar',
      permission: [permissionOf(appPackage, 'add')],
      run: () => useUploadDialog.setState({ open: true }),
    }),
    defineAction({
      key: 'save',
      label: '下载',
      place: 'row',
      run: ({ rows: [row] }) => (row ? saveFile(String(row.fileId)) : undefined),
    }),
  ],
});
