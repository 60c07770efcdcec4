import { PlatformDesk, type PlatformDeskProps } from '@/features/platforms/PlatformDesk';

const pages: PlatformDeskProps['pages'] = [
  { part: 'report', label: '报告', path: '/dataGovernance/dataSynchronization/differentPlatform/index/pagePushReport' },
  {
    part: 'survey',
    label: '调查',
    path: '/dataGovernance/dataSynchronization/differentPlatform/index/pageSurveyDetail',
  },
  { part: 'data', label: '检测数据', path: '/dataGovernance/dataSynchronization/differentPlatform/index/pagePushData' },
];

/** 省平台同步: submission of survey, report and data of issued reports to the province. */
export default function DifferentPlatformPage() {
  return <PlatformDesk title="省平台同步" family="differentPlatform" pages={pages} />;
}
