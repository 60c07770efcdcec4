import { PushPage } from '@/features/platforms/PushPage';

/** 推送报告: report of a project for the province's platforms, with the answers. */
export default function PushReportPage() {
  return <PushPage title="推送报告" family="differentPlatform" part="report" />;
}
