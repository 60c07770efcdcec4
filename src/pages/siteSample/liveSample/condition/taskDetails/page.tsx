import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';
import { WeatherSection } from '@/features/fieldwork/samples/WeatherSection';

export default function WeatherPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/taskDetails" Section={WeatherSection} />;
}
