import { PointsDesk } from '@/features/reviewers/PointsDesk';

/** 积分: reward points of external reviewers, with balance and ledger. */
export default function PointsPage() {
  return <PointsDesk />;
}
