import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';
import { LegalText } from '@/lib/legal/LegalText';

export default function CertificateAgreementPage() {
  return <LegalText document={certificateAgreement} titled />;
}
