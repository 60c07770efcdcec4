import { Alert, Button, Empty, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { PdfFrame } from '@/fields/preview/PdfFrame';
import { PageModal } from '@/session/overlays';
import { type EnterpriseReport, enterpriseTexts } from '@contract/features/customers/enterprise/enterpriseWire';
import { fetchReportPdf, saveReportPdf } from './enterpriseCalls';
import styles from './detail.module.css';

/** Shows a report in the browser's PDF viewer. */
export function PdfReader({
  report,
  onClose,
}: {
  readonly report: EnterpriseReport | null;
  readonly onClose: () => void;
}) {
  const [url, setUrl] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const id = report?.id ?? null;
  useEffect(() => {
    if (id === null) return;
    const abortController = new AbortController();
    let objectUrl = '';
    setUrl(null);
    setFailed(false);
    fetchReportPdf(id, abortController.signal).then(
      (blob) => {
        if (abortController.signal.aborted) return;
        objectUrl = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
        setUrl(objectUrl);
      },
      () => setFailed(!abortController.signal.aborted),
    );
    return () => {
      abortController.abort();
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [id]);
  return (
    <PageModal
      open={report !== null}
      width="min(1080px, 94vw)"
      title={report ? `${report.reportNo} ${report.title}` : ''}
      footer={report && <Button onClick={() => void succeeded(saveReportPdf(report))}>下载PDF</Button>}
      onCancel={onClose}
      destroyOnHidden
    >
      {report?.standing === 'replaced' && (
        <Alert
          type="warning"
          showIcon
          title={`${enterpriseTexts.replaced}${report.replacedBy ? `，请以 ${report.replacedBy} 为准` : ''}`}
        />
      )}
      {report?.standing === 'altered' && <Alert type="error" showIcon title={enterpriseTexts.altered} />}
      <div className={styles.reader}>
        {hasFailed ? (
          <Empty description="报告加载失败，请稍后重试或下载后查看" />
        ) : !url ? (
          <Skeleton active />
        ) : (
          <PdfFrame title={report?.title ?? ''} url={url} />
        )}
      </div>
    </PageModal>
  );
}
