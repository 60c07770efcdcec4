import { PushPage } from '@/features/platforms/PushPage';

export default function PushDataPage() {
  return <PushPage title="全省监督检测详情" family="differentPlatform" part="data" />;
}
