import { WeatherSection } from '@/features/fieldwork/samples/WeatherSection';
import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';

export default function WeatherPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/taskDetails" Section={WeatherSection} />;
}
