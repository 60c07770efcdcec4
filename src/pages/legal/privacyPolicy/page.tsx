import { privacyPolicy } from '@contract/legal/privacyPolicy';
import { LegalText } from '@/lib/legal/LegalText';

export default function PrivacyPolicyPage() {
  return <LegalText document={privacyPolicy} titled />;
}
