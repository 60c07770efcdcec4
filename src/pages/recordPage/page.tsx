import { ProjectRecordList } from '@/features/records/ProjectRecordList';

/** 原始记录: ordinary projects of all years and stages, archived ones included. */
export default function RecordPage() {
  return <ProjectRecordList title="原始记录" path="/recordPage/pageReport" incoming={false} />;
}
