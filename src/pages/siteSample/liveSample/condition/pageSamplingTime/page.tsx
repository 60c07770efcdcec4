import { DaysSection } from '@/features/fieldwork/samples/DaysSection';
import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';

export default function SamplingDaysPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/pageSamplingTime" Section={DaysSection} />;
}
