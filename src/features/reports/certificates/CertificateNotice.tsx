import { Alert } from 'antd';
import { deferredPart } from '@/lib/deferredPart';
import { useCertificateUploadDialog } from './uploadDialogStore';

const LoadCertificateDialog = deferredPart(async () => (await import('./LoadCertificateDialog')).LoadCertificateDialog);

/** Explains above the list what certificates are for; contains the dialog 导入证书. */
export function CertificateNotice() {
  const open = useCertificateUploadDialog((state) => state.open);
  return (
    <>
      <Alert
        type="info"
        showIcon
        title="签发报告时，PDF先用签发人的证书、再用机构的证书签名。没有证书的机构照常签发，PDF不带证书签名。"
      />
      <LoadCertificateDialog wanted={open} />
    </>
  );
}
