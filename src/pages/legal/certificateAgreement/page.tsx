import { LegalText } from '@/features/signIn/legal/LegalText';
import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';

/** 数字证书使用协议, readable without login. */
export default function CertificateAgreementPage() {
  return <LegalText document={certificateAgreement} titled />;
}
