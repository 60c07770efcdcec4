import { ProjectRecordList } from '@/features/records/ProjectRecordList';

const inWork = [
  'survey',
  'planning',
  'planReview',
  'sampling',
  'handOver',
  'testing',
  'recordReview',
  'reporting',
  'reportReview',
  'issuing',
] as const;

/** 原始记录（在办）: ordinary projects in progress, from the survey to the issue of the report. */
export default function RecordPageNew() {
  return (
    <ProjectRecordList title="原始记录（在办）" path="/recordPageNew/pageReport" incoming={false} stages={inWork} />
  );
}
