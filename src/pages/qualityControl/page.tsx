import { ArchiveProjects, type ArchiveChoice } from '@/features/archive/ArchiveProjects';

const choices: readonly [ArchiveChoice, ...ArchiveChoice[]] = [
  { label: '全部', stages: ['issuing', 'archived', 'published'] },
  { label: '待归档', stages: ['issuing'] },
  { label: '已归档', stages: ['archived', 'published'] },
];

/** 质控归档: projects with an issued report, with and without an archive. */
export default function QualityControl() {
  return <ArchiveProjects title="质控归档" detailPath="/qualityControl/index/page/detail" choices={choices} />;
}
