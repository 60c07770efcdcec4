import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';
import { WeatherSection } from './parts/WeatherSection';

export default function WeatherPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/taskDetails" Section={WeatherSection} />;
}
