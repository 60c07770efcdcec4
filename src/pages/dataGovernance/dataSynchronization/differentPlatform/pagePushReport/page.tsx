import { PushPage } from '@/features/platforms/PushPage';

export default function PushReportPage() {
  return <PushPage title="推送报告" family="differentPlatform" part="report" />;
}
