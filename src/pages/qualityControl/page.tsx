import { ArchiveProjects, type ArchiveChoice } from '@/features/archive/ArchiveProjects';

const choices: readonly [ArchiveChoice, ...ArchiveChoice[]] = [
  { label: '全部', stages: ['issuing', 'archived', 'published'] },
  { label: '待归档', stages: ['issuing'] },
  { label: '已归档', stages: ['archived', 'published'] },
];

/** 质控归档: projects whose reports were issued, those that wait for their archive and those that have it. */
export default function QualityControl() {
  return <ArchiveProjects title="质控归档" path="/qualityControl/index/page/detail" choices={choices} />;
}
