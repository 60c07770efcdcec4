import { PlatformDesk, type PlatformDeskProps } from '@/features/platforms/PlatformDesk';

const pages: PlatformDeskProps['pages'] = [
  { part: 'whole', label: '推送资料', path: '/dataGovernance/zoningSupervision/samePlatform/index/pageSamePush' },
];

/** 区域平台同步: submission of a whole issued report to the platform of the zone. */
export default function SamePlatformPage() {
  return <PlatformDesk title="区域平台同步" family="samePlatform" pages={pages} />;
}
