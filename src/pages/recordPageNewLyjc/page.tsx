import { RecordProjects } from '@/features/records/RecordProjects';

/** 来样原始记录: what clients brought themselves. */
export default function RecordPageNewLyjc() {
  return <RecordProjects title="来样原始记录" path="/recordPageNewLyjc/pageReport" incoming />;
}
