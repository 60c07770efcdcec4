import { SamplingSection } from '@/features/fieldwork/samples/SamplingSection';
import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';

export default function SamplingPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/pageSampling" Section={SamplingSection} />;
}
