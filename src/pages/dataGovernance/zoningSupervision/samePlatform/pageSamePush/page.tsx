import { PushPage } from '@/features/platforms/PushPage';

/** 区域平台推送: data of a project for the platforms of the region, with the answers. */
export default function SamePushPage() {
  return <PushPage title="区域平台推送" family="samePlatform" part="whole" />;
}
