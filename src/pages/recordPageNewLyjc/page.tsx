import { ProjectRecordList } from '@/features/records/ProjectRecordList';

/** 来样原始记录: projects whose samples the client brings. */
export default function RecordPageNewLyjc() {
  return <ProjectRecordList title="来样原始记录" path="/recordPageNewLyjc/pageReport" incoming />;
}
