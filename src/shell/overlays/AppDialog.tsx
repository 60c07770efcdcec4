import { Button, Modal } from 'antd';
import { QRCodeSVG } from 'qrcode.react';
import { apiUrl } from '@/api/apiUrl';
import { appTexts, shellTexts } from '@/lib/texts/shellTexts';
import { useOverlay } from './overlayStore';
import styles from './overlays.module.css';

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

interface AppDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * Offers the Android package as QR code and link (SPEC §2). Absolute addresses, because the phone is another device.
 */
export function AppDialog({ open, onClose }: AppDialogProps) {
  const app = useOverlay((state) => state.app);
  if (!app) return null;
  const address = new URL(apiUrl(app.path), window.location.origin).href;
  const particulars = [app.versionName && `版本 ${app.versionName}`, app.size ? sizeText(app.size) : undefined]
    .filter(Boolean)
    .join(' · ');
  return (
    <Modal open={open} onCancel={onClose} centered width={360} title={shellTexts.app} footer={null}>
      <div className={styles.app}>
        <p>{appTexts.scan}</p>
        {/* Black on white in dark mode too, or some cameras can't read it. */}
        <QRCodeSVG value={address} size={200} marginSize={2} title={appTexts.qrCode} role="img" />
        {particulars && <p className={styles.quiet}>{particulars}</p>}
        {app.remark && <p className={styles.remark}>{app.remark}</p>}
        <Button type="primary" href={address} download={app.fileName ?? true} block>
          {appTexts.link}
        </Button>
        <code className={styles.address}>{address}</code>
      </div>
    </Modal>
  );
}
