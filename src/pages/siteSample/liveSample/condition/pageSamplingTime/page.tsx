import { DaysSection } from '@/features/fieldwork/samples/DaysSection';
import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';

/** 采样日期: sampling days of a project. */
export default function SamplingDaysPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/pageSamplingTime" Section={DaysSection} />;
}
