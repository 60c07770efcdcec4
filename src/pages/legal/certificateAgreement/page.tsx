import { LegalText } from '@/features/signIn/legal/LegalText';
import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';

export default function CertificateAgreementPage() {
  return <LegalText document={certificateAgreement} titled />;
}
