import { MediaSection } from '@/features/fieldwork/samples/MediaSection';
import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';

export default function MediaPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/projectMedia" Section={MediaSection} />;
}
