import { SamplingSection } from '@/features/fieldwork/samples/SamplingSection';
import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';

/** 采样详情: samples of a day, taken on site and without a network. */
export default function SamplingPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/pageSampling" Section={SamplingSection} />;
}
