import { PushPage } from '@/features/platforms/PushPage';

/** 全省监督检测详情: test data of a project for the province's platforms, with the answers. */
export default function PushDataPage() {
  return <PushPage title="全省监督检测详情" family="differentPlatform" part="data" />;
}
