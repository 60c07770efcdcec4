import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';
import { CompanionSection } from '@/features/fieldwork/samples/CompanionSection';

export default function CompanionPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/projectSign" Section={CompanionSection} />;
}
