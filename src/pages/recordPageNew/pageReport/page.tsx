import { RecordsPage } from '@/features/records/RecordsPage';

/** 原始记录（在办）详情: printed documents of a project under way. */
export default function RecordPageNewReport() {
  return <RecordsPage title="原始记录" />;
}
