import { MediaSection } from '@/features/fieldwork/samples/MediaSection';
import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';

/** 现场影像: photographs of survey and sampling. */
export default function MediaPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/projectMedia" Section={MediaSection} />;
}
