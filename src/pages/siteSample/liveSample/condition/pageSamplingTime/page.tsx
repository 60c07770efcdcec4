import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';
import { DaysSection } from '@/features/fieldwork/samples/DaysSection';

export default function SamplingDaysPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/pageSamplingTime" Section={DaysSection} />;
}
