import { WeatherSection } from '@/features/fieldwork/samples/WeatherSection';
import { SiteFrame } from '@/features/fieldwork/site/SiteFrame';

/** 气象条件: weather readings of the sampling days. */
export default function WeatherPage() {
  return <SiteFrame path="/siteSample/liveSample/condition/taskDetails" Section={WeatherSection} />;
}
