import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';
import { SamplingSection } from '@/features/fieldwork/samples/SamplingSection';

export default function SamplingPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/pageSampling" Section={SamplingSection} />;
}
