import { QRCode, Typography } from 'antd';
import { PageModal } from '@/session/overlays';
import { handOutTexts } from '@contract/features/reports/handOut/handOutTexts';
import { useReceipt } from './receiptStore';

/** Shows the QR code and the link for signing the receipt of a report. */
export function ReceiptLink() {
  const shown = useReceipt((state) => state.shown);
  return (
    <PageModal
      open={shown !== null}
      title={`${handOutTexts.link}：${shown?.title ?? ''}`}
      footer={null}
      onCancel={() => useReceipt.setState({ shown: null })}
    >
      {shown && (
        <div style={{ display: 'grid', justifyItems: 'center', gap: 12 }}>
          <QRCode value={shown.href} size={200} type="svg" color="#000" bgColor="#fff" />
          <Typography.Text copyable={{ text: shown.href }} style={{ overflowWrap: 'anywhere' }}>
            {shown.href}
          </Typography.Text>
          <p style={{ margin: 0 }}>{handOutTexts.linkHint}</p>
        </div>
      )}
    </PageModal>
  );
}
