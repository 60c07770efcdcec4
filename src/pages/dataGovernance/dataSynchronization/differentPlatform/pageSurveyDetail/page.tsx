import { PushPage } from '@/features/platforms/PushPage';

export default function SurveyDetailPage() {
  return <PushPage title="调查详情" family="differentPlatform" part="survey" />;
}
