import { RecordProjects } from '@/features/records/RecordProjects';

/** 原始记录: ordinary projects of all years and stages, archived ones included. */
export default function RecordPage() {
  return <RecordProjects title="原始记录" path="/recordPage/pageReport" incoming={false} />;
}
