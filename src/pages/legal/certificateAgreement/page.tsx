import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';
import { LegalText } from '@/features/signIn/legal/LegalText';

export default function CertificateAgreementPage() {
  return <LegalText document={certificateAgreement} titled />;
}
