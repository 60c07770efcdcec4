import { PushPage } from '@/features/platforms/PushPage';

export default function SamePushPage() {
  return <PushPage title="区域平台推送" family="samePlatform" part="whole" />;
}
