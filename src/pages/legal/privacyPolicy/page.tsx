import { LegalText } from '@/features/signIn/legal/LegalText';
import { privacyPolicy } from '@contract/features/signIn/legal/privacyPolicy';

/** 隐私协议, readable without login. */
export default function PrivacyPolicyPage() {
  return <LegalText document={privacyPolicy} titled />;
}
