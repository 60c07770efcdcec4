import { RecordProjects } from '@/features/records/RecordProjects';

/** 来样原始记录: projects whose samples the client brings. */
export default function RecordPageNewLyjc() {
  return <RecordProjects title="来样原始记录" path="/recordPageNewLyjc/pageReport" incoming />;
}
