import { PointsDesk } from '@/features/reviewers/PointsDesk';

export default function PointsPage() {
  return <PointsDesk />;
}
