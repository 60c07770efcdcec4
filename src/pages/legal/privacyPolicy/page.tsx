import { privacyPolicy } from '@contract/features/signIn/legal/privacyPolicy';
import { LegalText } from '@/features/signIn/legal/LegalText';

export default function PrivacyPolicyPage() {
  return <LegalText document={privacyPolicy} titled />;
}
