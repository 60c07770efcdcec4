import { PointsDesk } from '@/projects/outside/PointsDesk';

export default function PointRulesPage() {
  return <PointsDesk />;
}
