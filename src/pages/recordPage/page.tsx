import { RecordProjects } from '@/features/records/RecordProjects';

/** 原始记录: ordinary projects of every year and in every stage, what was archived among them. */
export default function RecordPage() {
  return <RecordProjects title="原始记录" path="/recordPage/pageReport" incoming={false} />;
}
