import { QRCode, Typography } from 'antd';
import { PageModal } from '@/session/overlays';
import { handOutTexts } from '@contract/features/reports/handOut/handOutTexts';
import { useReceipt } from './receiptStore';

/** Shows the QR code and the link for signing the receipt of a report. */
export function ReceiptLink() {
  const shownReceipt = useReceipt((state) => state.shown);
  return (
    <PageModal
      open={shownReceipt !== null}
      title={`${handOutTexts.link}：${shownReceipt?.title ?? ''}`}
      footer={null}
      onCancel={() => useReceipt.setState({ shown: null })}
    >
      {shownReceipt && (
        <div style={{ display: 'grid', justifyItems: 'center', gap: 12 }}>
          <QRCode value={shownReceipt.href} size={200} type="svg" color="#000" bgColor="#fff" />
          <Typography.Text copyable={{ text: shownReceipt.href }} style={{ overflowWrap: 'anywhere' }}>
            {shownReceipt.href}
          </Typography.Text>
          <p style={{ margin: 0 }}>{handOutTexts.linkHint}</p>
        </div>
      )}
    </PageModal>
  );
}
