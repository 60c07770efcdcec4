import { CompanionSection } from '@/features/fieldwork/samples/CompanionSection';
import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';

export default function CompanionPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/projectSign" Section={CompanionSection} />;
}
