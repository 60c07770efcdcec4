import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';
import { MediaSection } from '@/features/fieldwork/samples/MediaSection';

export default function MediaPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/projectMedia" Section={MediaSection} />;
}
