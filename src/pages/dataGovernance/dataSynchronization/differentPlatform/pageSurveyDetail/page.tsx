import { PushPage } from '@/features/platforms/PushPage';

/** 调查详情: survey of a project for the province's platforms, with the answers. */
export default function SurveyDetailPage() {
  return <PushPage title="调查详情" family="differentPlatform" part="survey" />;
}
