import { ProjectRecordList } from '@/features/records/ProjectRecordList';

/** 来样原始记录: projects of samples that the client delivers. */
export default function RecordPageNewLyjc() {
  return <ProjectRecordList title="来样原始记录" path="/recordPageNewLyjc/pageReport" incoming />;
}
