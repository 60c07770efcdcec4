import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { documentName } from '@contract/features/archive/archiveChecklist';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { CheckedDocument } from '@contract/features/archive/archiveWire';
import { explainMissing } from './archiveCalls';

interface ExplainMissingProps {
  readonly project: number;
  readonly document: CheckedDocument | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Dialog for the reason why a document is missing. The archive then shows the reason instead of the document. */
export function ExplainMissing({ project, document, onClose, onSaved }: ExplainMissingProps) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => setReason(''), [document]);
  const save = async () => {
    if (!document || busy) return;
    setBusy(true);
    const isSaved = await succeeded(
      explainMissing(project, document.key, reason).then((message) => feedback.notify('success', message)),
    );
    setBusy(false);
    if (!isSaved) return;
    onClose();
    onSaved();
  };
  return (
    <PageModal
      open={document !== null}
      title={document ? `${archiveTexts.explain} ${documentName(document).slice(1, -1)}` : ''}
      okText="保存"
      okButtonProps={{ disabled: !reason.trim() }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Input.TextArea
        aria-label="缺失的原因"
        rows={3}
        maxLength={300}
        showCount
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </PageModal>
  );
}
