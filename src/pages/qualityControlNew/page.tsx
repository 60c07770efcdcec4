import { ArchiveProjects, type ArchiveChoice } from '@/features/archive/ArchiveProjects';

const choices: readonly [ArchiveChoice, ...ArchiveChoice[]] = [
  { label: '全部', stages: ['testing', 'recordReview', 'reporting', 'reportReview', 'issuing'] },
  { label: '检测中', stages: ['testing', 'recordReview'] },
  { label: '报告中', stages: ['reporting', 'reportReview'] },
  { label: '待归档', stages: ['issuing'] },
];

/**
 * 质控归档（在办）: projects from the laboratory on, with their quality control and the missing parts of their
 * archives.
 */
export default function QualityControlNew() {
  return (
    <ArchiveProjects title="质控归档（在办）" detailPath="/qualityControlNew/index/page/detail" choices={choices} />
  );
}
