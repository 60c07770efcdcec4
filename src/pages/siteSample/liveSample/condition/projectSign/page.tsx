import { CompanionSection } from '@/features/fieldwork/samples/CompanionSection';
import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';

/** 陪同人信息: escorts on site, with their signatures. */
export default function CompanionPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/projectSign" Section={CompanionSection} />;
}
