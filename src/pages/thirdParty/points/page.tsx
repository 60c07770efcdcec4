import { PointsDesk } from '@/projects/outside/PointsDesk';

export default function PointsPage() {
  return <PointsDesk />;
}
