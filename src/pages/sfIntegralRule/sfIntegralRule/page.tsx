import { PointsDesk } from '@/features/reviewers/PointsDesk';

export default function PointRulesPage() {
  return <PointsDesk />;
}
