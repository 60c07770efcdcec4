import { PointsDesk } from '@/features/reviewers/PointsDesk';

/** 第三方积分规则 (sf: 第三方): points of the external reviewers. */
export default function PointRulesPage() {
  return <PointsDesk />;
}
