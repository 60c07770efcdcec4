import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { Alert, Upload } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { limitText, workbookLimit } from '@contract/fields/uploadRules';
import { messages } from '@contract/messages';
import { importTexts } from '@contract/workbook/importWire';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import type { ListEditorModel } from '../useListEditor';

/**
 * Import by SPEC §7, for a back end that reads the workbook in one call: uploads it, and shows the result of each
 * row.
 */
export function UploadDialog({ editor, onClose }: { editor: ListEditorModel; onClose: () => void }) {
  const title = editor.page.title ?? editor.page.entity.label;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const upload = async (file: File) => {
    // SPEC §5.
    if (!/\.xlsx?$/i.test(file.name)) return setError(messages.wrongWorkbook);
    if (file.size > workbookLimit) return setError(sheetMessages.tooBig(workbookLimit / 1024 / 1024));
    setBusy(true);
    setError(null);
    try {
      const failures = (await editor.api.upload(file)).filter(({ msg }) => msg);
      // SPEC §8: stays until somebody closes it.
      if (failures.length)
        feedback.notify('warning', failures.map(({ msg }) => msg).join('；'), {
          title: importTexts.results,
          duration: 0,
        });
      else feedback.notify('success', messages.imported);
      await editor.commands.refresh();
      onClose();
    } catch (failure) {
      setError(failureOf(failure).pageText);
      setBusy(false);
    }
  };

  return (
    <PageModal
      open
      title={`导入${title}`}
      width={640}
      mask={{ closable: false }}
      closable={!busy}
      keyboard={!busy}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {error && <Alert type="error" showIcon title={error} style={{ marginBottom: 12 }} />}
      <Upload.Dragger
        accept=".xls,.xlsx"
        multiple={false}
        showUploadList={false}
        disabled={busy}
        customRequest={({ file }) => void upload(file as File)}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p className="ant-upload-text">{busy ? importTexts.uploading : '点击或拖入 xls、xlsx 文件'}</p>
        <p className="ant-upload-hint">不超过{limitText(workbookLimit)}</p>
      </Upload.Dragger>
    </PageModal>
  );
}
