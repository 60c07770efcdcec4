import { RecordsPage } from '@/features/records/RecordsPage';

/** 来样检测记录: printed documents of a project of incoming samples. */
export default function RecordPageNewLyjcReport() {
  return <RecordsPage title="来样检测记录" />;
}
