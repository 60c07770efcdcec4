import { LegalText } from '@/features/signIn/legal/LegalText';
import { privacyPolicy } from '@contract/features/signIn/legal/privacyPolicy';

export default function PrivacyPolicyPage() {
  return <LegalText document={privacyPolicy} titled />;
}
